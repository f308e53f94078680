// Compiled with the headers that tests share; see gevo_test_headers.
