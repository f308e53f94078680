/* libgevobuild.so: preloaded into the processes of a build by core/build_recorder. It notes every call of a compiler in a file of its own
 * in the folder GEVO_BUILD_LOG, and is left out of that compiler's own processes. The programs run as they would without it.
 *
 * A note is a list of fields, each a letter, a length, a colon and as many bytes: d folder, p program, a argument, r contents of the
 * response file that is the argument before. Its name begins with the time, so that notes sort by it. build_notes.cpp reads them.
 *
 * C, and nothing but libc: it enters every program of a build, of whatever language. What runs between fork and exec neither allocates
 * nor locks. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define LOG_VARIABLE "GEVO_BUILD_LOG="
#define STAND_IN_VARIABLE "GEVO_BUILD_STAND_IN="
#define PRELOAD_VARIABLE "LD_PRELOAD="
enum { ROOM = 8192 };

typedef int (*ExecFunction)(const char*, char* const[], char* const[]);
typedef int (*SpawnFunction)(pid_t*, const char*, const posix_spawn_file_actions_t*, const posix_spawnattr_t*, char* const[],
                             char* const[]);

static ExecFunction realExecve;
static ExecFunction realExecvpe;
static SpawnFunction realSpawn;
static SpawnFunction realSpawnp;
static char logEntry[PATH_MAX + sizeof LOG_VARIABLE];          /* "GEVO_BUILD_LOG=folder"; empty: nothing is noted */
static char standInEntry[PATH_MAX + sizeof STAND_IN_VARIABLE]; /* what takes the place of an nvcc that is not there; may be empty */
static char library[PATH_MAX];                                 /* this one */

__attribute__((constructor)) static void prepare(void) {
  const char* const folder = getenv("GEVO_BUILD_LOG");
  const char* const standIn = getenv("GEVO_BUILD_STAND_IN");
  Dl_info own;
  if (folder != NULL && strlen(folder) < PATH_MAX) strcat(strcpy(logEntry, LOG_VARIABLE), folder);
  if (standIn != NULL && strlen(standIn) < PATH_MAX) strcat(strcpy(standInEntry, STAND_IN_VARIABLE), standIn);
  if (dladdr((const void*)&prepare, &own) != 0 && own.dli_fname != NULL && strlen(own.dli_fname) < PATH_MAX) strcpy(library, own.dli_fname);
  realExecve = (ExecFunction)dlsym(RTLD_NEXT, "execve");
  realExecvpe = (ExecFunction)dlsym(RTLD_NEXT, "execvpe");
  realSpawn = (SpawnFunction)dlsym(RTLD_NEXT, "posix_spawn");
  realSpawnp = (SpawnFunction)dlsym(RTLD_NEXT, "posix_spawnp");
}

/* As buildToolOf() has it: "g++" of "/usr/bin/x86_64-linux-gnu-g++-12". What "musl-gcc" calls is noted instead, since a reader that does
   not know a tool would miss what lies below it. */
static int isTool(const char* program) {
  static const char* const tools[] = {"nvcc", "clang++", "clang", "g++", "c++", "gcc", "cc", "gcc-ar", "llvm-ar", "ar", "ld", "mold"};
  const char* const slash = strrchr(program, '/');
  const char* const name = slash != NULL ? slash + 1 : program;
  size_t length = strlen(name);
  const char* const dash = strrchr(name, '-');
  if (dash != NULL && dash[1] != '\0' && strspn(dash + 1, "0123456789.") == strlen(dash + 1)) length = (size_t)(dash - name);
  if (strncmp(name, "ld.", 3) == 0) return 1;
  for (size_t i = 0; i < sizeof tools / sizeof *tools; ++i) {
    const size_t own = strlen(tools[i]);
    if (length < own || strncmp(name + length - own, tools[i], own) != 0) continue;
    if (length == own) return 1;
    const size_t before = length - own - 1;
    if (name[before] == '-' && memchr(name, '-', before) != NULL) return 1;
  }
  return 0;
}

/* "ccache nvcc -c a.cu" too: ccache may have the object already, and then runs no compiler. */
static int isNoted(const char* program, char* const argv[]) {
  static const char* const launchers[] = {"ccache", "sccache", "distcc", "icecc", "gomacc"};
  const char* const slash = strrchr(program, '/');
  const char* const name = slash != NULL ? slash + 1 : program;
  if (logEntry[0] == '\0') return 0;
  if (isTool(program)) return 1;
  for (size_t i = 0; i < sizeof launchers / sizeof *launchers; ++i)
    if (strcmp(name, launchers[i]) == 0)
      for (size_t word = 1; argv[0] != NULL && argv[word] != NULL && word < 8; ++word)
        if (isTool(argv[word])) return 1;
  return 0;
}

struct Note {
  int file;
  size_t used;
  char text[4096];
};

static void flush(struct Note* note) {
  size_t done = 0;
  while (done < note->used) {
    const ssize_t count = write(note->file, note->text + done, note->used - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    done += (size_t)count;
  }
  note->used = 0;
}

static void addBytes(struct Note* note, const char* bytes, size_t count) {
  while (count > 0) {
    size_t part = sizeof note->text - note->used;
    if (part > count) part = count;
    memcpy(note->text + note->used, bytes, part);
    note->used += part;
    bytes += part;
    count -= part;
    if (note->used == sizeof note->text) flush(note);
  }
}

/* Digits of a number, at the end of a buffer. */
static const char* digitsOf(unsigned long number, char* buffer, size_t size) {
  char* digit = buffer + size;
  *--digit = '\0';
  do *--digit = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  return digit;
}

static void addHead(struct Note* note, char kind, size_t length) {
  char buffer[24];
  const char* const digits = digitsOf(length, buffer, sizeof buffer);
  addBytes(note, &kind, 1);
  addBytes(note, digits, strlen(digits));
  addBytes(note, ":", 1);
}

static void addText(struct Note* note, char kind, const char* text) {
  addHead(note, kind, strlen(text));
  addBytes(note, text, strlen(text));
}

/* Ninja removes such files when the compiler has ended. */
static void addResponseFile(struct Note* note, const char* name) {
  const int file = open(name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  const off_t size = lseek(file, 0, SEEK_END);
  if (size > 0 && lseek(file, 0, SEEK_SET) == 0) {
    char block[2048];
    off_t left = size;
    addHead(note, 'r', (size_t)size);
    while (left > 0) {
      ssize_t count = read(file, block, left < (off_t)sizeof block ? (size_t)left : sizeof block);
      if (count <= 0) { /* it was cut in the meantime */
        memset(block, ' ', sizeof block);
        count = left < (off_t)sizeof block ? (ssize_t)left : (ssize_t)sizeof block;
      }
      addBytes(note, block, (size_t)count);
      left -= count;
    }
  }
  close(file);
}

static void writeNote(const char* program, char* const argv[]) {
  struct Note note;
  char path[sizeof logEntry + 64];
  char folder[PATH_MAX];
  char buffer[24];
  struct timespec now;
  const int before = errno;
  clock_gettime(CLOCK_MONOTONIC, &now);
  /* 1 in front, so that all have as many digits. */
  const unsigned long time = 1000000000000000000UL + (unsigned long)now.tv_sec * 1000000000UL + (unsigned long)now.tv_nsec;
  strcpy(path, logEntry + strlen(LOG_VARIABLE));
  strcat(path, "/");
  strcat(path, digitsOf(time, buffer, sizeof buffer));
  strcat(path, "-");
  strcat(path, digitsOf((unsigned long)syscall(SYS_gettid), buffer, sizeof buffer));
  note.file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  note.used = 0;
  if (note.file >= 0) {
    if (syscall(SYS_getcwd, folder, sizeof folder) > 0) addText(&note, 'd', folder);
    addText(&note, 'p', program);
    for (size_t i = 0; argv[i] != NULL; ++i) {
      addText(&note, 'a', argv[i]);
      if (argv[i][0] == '@') addResponseFile(&note, argv[i] + 1);
      if (i > 0 && (strcmp(argv[i - 1], "-optf") == 0 || strcmp(argv[i - 1], "--options-file") == 0)) addResponseFile(&note, argv[i]);
    }
    flush(&note);
    close(note.file);
  }
  errno = before;
}

static size_t countOf(char* const list[]) {
  size_t count = 0;
  while (list != NULL && list[count] != NULL) ++count;
  return count;
}

static int begins(const char* text, const char* with) { return strncmp(text, with, strlen(with)) == 0; }

/* LD_PRELOAD with or without this library. 0 if there is no room. */
static int preloadEntry(const char* old, int with, char* entry) {
  const char* rest = old != NULL ? old + strlen(PRELOAD_VARIABLE) : "";
  if (strlen(rest) + strlen(library) + sizeof PRELOAD_VARIABLE + 2 > ROOM) return 0;
  strcpy(entry, PRELOAD_VARIABLE);
  if (with) strcat(entry, library);
  while (*rest != '\0') {
    const size_t length = strcspn(rest, ": ");
    if (length > 0 && !(length == strlen(library) && strncmp(rest, library, length) == 0)) {
      if (entry[strlen(entry) - 1] != '=') strcat(entry, ":");
      strncat(entry, rest, length);
    }
    rest += length + (rest[length] != '\0');
  }
  return 1;
}

/* The environment of a program: with this library, also where a build tool cleared it, or without, in a compiler. `made` has room for
 * three more than `given` has, and a null pointer. */
static void fillEnvironment(char* const given[], int with, char** made, char* preload) {
  const char* old = NULL;
  size_t count = 0;
  for (size_t i = 0; given != NULL && given[i] != NULL; ++i) {
    if (begins(given[i], PRELOAD_VARIABLE))
      old = given[i];
    else if (!begins(given[i], LOG_VARIABLE) && !begins(given[i], STAND_IN_VARIABLE))
      made[count++] = given[i];
  }
  if (!preloadEntry(old, with, preload))
    made[count++] = (char*)old;
  else if (preload[strlen(PRELOAD_VARIABLE)] != '\0')
    made[count++] = preload;
  if (with && logEntry[0] != '\0') made[count++] = logEntry;
  if (with && standInEntry[0] != '\0') made[count++] = standInEntry;
  made[count] = NULL;
}

/* A compiler that is called by a path where there is none. */
static int isMissing(const char* program) {
  return standInEntry[0] != '\0' && strchr(program, '/') != NULL && access(program, X_OK) != 0 &&
         strcmp(strrchr(program, '/'), "/nvcc") == 0;
}

struct Start {
  const char* program;
  int noted;
};

static struct Start begin(const char* program, char* const argv[]) {
  struct Start start = {program, isNoted(program, argv)};
  if (start.noted) writeNote(program, argv);
  if (start.noted && isMissing(program)) start.program = standInEntry + strlen(STAND_IN_VARIABLE);
  return start;
}

static int execute(ExecFunction real, const char* program, char* const argv[], char* const envp[]) {
  if (real == NULL) return errno = ENOSYS, -1;
  const struct Start start = begin(program, argv);
  char* environment[countOf(envp) + 4];
  char preload[ROOM];
  fillEnvironment(envp, !start.noted, environment, preload);
  return real(start.program, argv, environment);
}

static int spawn(SpawnFunction real, pid_t* pid, const char* program, const posix_spawn_file_actions_t* actions,
                 const posix_spawnattr_t* attributes, char* const argv[], char* const envp[]) {
  if (real == NULL) return ENOSYS;
  const struct Start start = begin(program, argv);
  char* environment[countOf(envp) + 4];
  char preload[ROOM];
  fillEnvironment(envp, !start.noted, environment, preload);
  return real(pid, start.program, actions, attributes, argv, environment);
}

extern char** environ;

int execve(const char* program, char* const argv[], char* const envp[]) { return execute(realExecve, program, argv, envp); }
int execv(const char* program, char* const argv[]) { return execute(realExecve, program, argv, environ); }
int execvpe(const char* program, char* const argv[], char* const envp[]) { return execute(realExecvpe, program, argv, envp); }
int execvp(const char* program, char* const argv[]) { return execute(realExecvpe, program, argv, environ); }

int posix_spawn(pid_t* pid, const char* program, const posix_spawn_file_actions_t* actions, const posix_spawnattr_t* attributes,
                char* const argv[], char* const envp[]) {
  return spawn(realSpawn, pid, program, actions, attributes, argv, envp);
}
int posix_spawnp(pid_t* pid, const char* program, const posix_spawn_file_actions_t* actions, const posix_spawnattr_t* attributes,
                 char* const argv[], char* const envp[]) {
  return spawn(realSpawnp, pid, program, actions, attributes, argv, envp);
}

/* The arguments of execl and its like as an array, whose length is counted first. */
#define COUNT_WORDS(first, count)                                                                                                          \
  va_list words;                                                                                                                           \
  size_t count = 1;                                                                                                                        \
  va_start(words, first);                                                                                                                  \
  while (va_arg(words, char*) != NULL) ++count;                                                                                            \
  va_end(words)
#define COPY_WORDS(first, count, argv)                                                                                                     \
  argv[0] = (char*)(first);                                                                                                                \
  va_start(words, first);                                                                                                                  \
  for (size_t word = 1; word <= count; ++word) argv[word] = va_arg(words, char*)

int execl(const char* program, const char* first, ...) {
  COUNT_WORDS(first, count);
  char* argv[count + 1];
  COPY_WORDS(first, count, argv);
  va_end(words);
  return execute(realExecve, program, argv, environ);
}
int execlp(const char* program, const char* first, ...) {
  COUNT_WORDS(first, count);
  char* argv[count + 1];
  COPY_WORDS(first, count, argv);
  va_end(words);
  return execute(realExecvpe, program, argv, environ);
}
int execle(const char* program, const char* first, ...) {
  COUNT_WORDS(first, count);
  char* argv[count + 1];
  COPY_WORDS(first, count, argv);
  char* const* const envp = va_arg(words, char* const*);
  va_end(words);
  return execute(realExecve, program, argv, envp);
}
