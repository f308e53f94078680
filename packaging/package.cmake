# cpack -G DEB, in the build's folder.
set(CPACK_PACKAGE_NAME gevo-explorer)
set(CPACK_PACKAGE_VENDOR "the authors of GEVO Explorer")
# As Debian's own tools do. There is no address that holds for every copy of this project.
set(maintainer_name "$ENV{DEBFULLNAME}")
set(maintainer_address "$ENV{DEBEMAIL}")
if(NOT maintainer_name)
  set(maintainer_name "GEVO Explorer maintainers")
endif()
if(NOT maintainer_address)
  set(maintainer_address "maintainers@gevo-explorer.invalid")
endif()
set(CPACK_PACKAGE_CONTACT "${maintainer_name} <${maintainer_address}>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "watch GPU kernels evolve")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_GENERATOR DEB)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
string(CONCAT CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "GEVO Explorer makes the kernels of a CUDA program faster by evolution, and\n"
  "shows how. It mutates and recombines edits of the kernels' LLVM IR, checks\n"
  "every variant against the program's own tests, and keeps the best trade-offs\n"
  "of runtime and error.\n"
  ".\n"
  "Variants run on a simulated GPU; neither a GPU nor a driver is needed. Making\n"
  "a file of a program of your own needs clang and the headers of a CUDA\n"
  "toolkit; looking at a file and evolving it needs neither.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "clang-22, fonts-inter, fonts-jetbrains-mono, qt6-wayland, shared-mime-info")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "nvidia-cuda-toolkit")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
include(CPack)
