/* Preloaded into the tool: sends it a signal just before a system call that writes files.

     DIE_BEFORE=tmpfile|create|link|rename  DIE_AT=N    before the Nth call of this kind
     DIE_OF=2                                           SIGINT instead of SIGKILL
     NO_TMPFILE=1                                       a file system without unnamed files */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void at(const char *call) {
  const char *wanted = getenv("DIE_BEFORE");
  static int seen;
  if (wanted && strcmp(wanted, call) == 0 && ++seen == atoi(getenv("DIE_AT")))
    kill(getpid(), getenv("DIE_OF") ? atoi(getenv("DIE_OF")) : SIGKILL);
}

static int opening(const char *name, const char *path, int flags, mode_t mode) {
  int (*next)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, name);
  if ((flags & O_TMPFILE) == O_TMPFILE) {
    at("tmpfile");
    if (getenv("NO_TMPFILE")) {
      errno = EOPNOTSUPP;
      return -1;
    }
  } else if (flags & O_EXCL) {
    at("create");
  }
  return next(path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
  va_end(list);
  return opening("open", path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
  va_end(list);
  return opening("open64", path, flags, mode);
}

int linkat(int from, const char *path, int to, const char *name, int flags) {
  int (*next)(int, const char *, int, const char *, int) =
      (int (*)(int, const char *, int, const char *, int))dlsym(RTLD_NEXT, "linkat");
  at("link");
  return next(from, path, to, name, flags);
}

int rename(const char *from, const char *to) {
  int (*next)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
  at("rename");
  return next(from, to);
}
