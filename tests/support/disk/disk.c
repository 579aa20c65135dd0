// A library that is loaded before the C library (LD_PRELOAD) and handles files below DISK_ROOT.
//
// DISK_FULL names a file. While that file exists, no file may grow, as on a full disk (ENOSPC). Bytes within the
// present size of a file can still be written, as on a real disk.
//
// DISK_JOURNAL names a file in which every change of a file is recorded, so that a test can build what a power cut at
// any moment may leave. A record is five 64-bit numbers (kind, length of the name, offset, length of the data, 0), the
// name below DISK_ROOT, and the data. Only one call runs at a time, so that the records are in the order of their
// effects.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { WRITE = 1, TRUNCATE = 2, SYNC = 3, CREATE = 4, RENAME = 5, UNLINK = 6 };

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static const char *root;
static const char *full;
static int journal = -1;

__attribute__((constructor)) static void begin(void) {
  root = getenv("DISK_ROOT");
  full = getenv("DISK_FULL");
  const char *name = getenv("DISK_JOURNAL");
  if (root != NULL && name != NULL) journal = (int)syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

// Returns the name below the root, or NULL for a file elsewhere. `below` takes a path, `name_of` takes a descriptor.
static const char *below(const char *path) {
  size_t length = root == NULL ? 0 : strlen(root);
  if (length == 0 || strncmp(path, root, length) != 0) return NULL;
  if (path[length] == 0) return path + length;
  return path[length] == '/' ? path + length + 1 : NULL;
}

static const char *name_of(int fd, char *buffer) {
  if (root == NULL) return NULL;
  char link[64] = "/proc/self/fd/";
  char digits[16];
  int at = 0;
  int rest = fd;
  do digits[at++] = (char)('0' + rest % 10); while ((rest /= 10) > 0);
  size_t end = strlen(link);
  while (at > 0) link[end++] = digits[--at];
  link[end] = 0;
  ssize_t length = readlink(link, buffer, PATH_MAX - 1);
  if (length < 0) return NULL;
  buffer[length] = 0;
  return below(buffer);
}

static void put(const void *bytes, size_t length) {
  const char *at = bytes;
  while (length > 0) {
    ssize_t written = syscall(SYS_write, journal, at, length);
    if (written <= 0) _exit(99);
    at += written;
    length -= (size_t)written;
  }
}

static void note(enum kind kind, const char *name, off_t offset, const void *data, size_t length) {
  if (journal < 0 || name == NULL) return;
  int before = errno;
  uint64_t head[5] = {kind, strlen(name), (uint64_t)offset, length, 0};
  put(head, sizeof head);
  put(name, strlen(name));
  put(data, length);
  errno = before;
}

static off_t size_of(int fd) {
  struct stat facts;
  return fstat(fd, &facts) == 0 ? facts.st_size : 0;
}

static int has_no_room(int fd, const char *name, off_t end) {
  if (name == NULL || full == NULL || syscall(SYS_faccessat, AT_FDCWD, full, F_OK) != 0) return 0;
  if (end <= size_of(fd)) return 0;
  errno = ENOSPC;
  return 1;
}

#define REAL(result, symbol, ...) \
  static result (*real)(__VA_ARGS__) = NULL; \
  if (real == NULL) real = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, symbol)

static ssize_t written_at(int fd, const void *data, size_t length, off_t offset) {
  char path[PATH_MAX];
  pthread_mutex_lock(&lock);
  const char *name = name_of(fd, path);
  ssize_t result = has_no_room(fd, name, offset + (off_t)length) ? -1 : syscall(SYS_pwrite64, fd, data, length, offset);
  if (result > 0) note(WRITE, name, offset, data, (size_t)result);
  pthread_mutex_unlock(&lock);
  return result;
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return written_at(fd, data, length, offset); }
ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) { return written_at(fd, data, length, offset); }

ssize_t write(int fd, const void *data, size_t length) {
  char path[PATH_MAX];
  if (root == NULL) return syscall(SYS_write, fd, data, length);
  pthread_mutex_lock(&lock);
  const char *name = name_of(fd, path);
  off_t offset = name == NULL ? 0 : (fcntl(fd, F_GETFL) & O_APPEND) ? size_of(fd) : lseek(fd, 0, SEEK_CUR);
  if (name == NULL) {
    // A write to a pipe or a socket may wait for long, so other calls may run meanwhile.
    pthread_mutex_unlock(&lock);
    return syscall(SYS_write, fd, data, length);
  }
  ssize_t result = has_no_room(fd, name, offset + (off_t)length) ? -1 : syscall(SYS_write, fd, data, length);
  if (result > 0) note(WRITE, name, offset, data, (size_t)result);
  pthread_mutex_unlock(&lock);
  return result;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  char path[PATH_MAX];
  if (name_of(fd, path) == NULL) return syscall(SYS_writev, fd, parts, count);
  ssize_t sum = 0;
  for (int at = 0; at < count; at++) {
    ssize_t result = write(fd, parts[at].iov_base, parts[at].iov_len);
    if (result < 0) return sum > 0 ? sum : -1;
    sum += result;
    if ((size_t)result < parts[at].iov_len) break;
  }
  return sum;
}

static int truncated(int fd, off_t length) {
  char path[PATH_MAX];
  pthread_mutex_lock(&lock);
  const char *name = name_of(fd, path);
  int result = has_no_room(fd, name, length) ? -1 : (int)syscall(SYS_ftruncate, fd, length);
  if (result == 0) note(TRUNCATE, name, length, NULL, 0);
  pthread_mutex_unlock(&lock);
  return result;
}

int ftruncate(int fd, off_t length) { return truncated(fd, length); }
int ftruncate64(int fd, off64_t length) { return truncated(fd, length); }

int posix_fallocate(int fd, off_t offset, off_t length) {
  char path[PATH_MAX];
  if (has_no_room(fd, name_of(fd, path), offset + length)) return ENOSPC;
  if (offset + length > size_of(fd) && truncated(fd, offset + length) != 0) return errno;
  return 0;
}
int posix_fallocate64(int fd, off64_t offset, off64_t length) { return posix_fallocate(fd, offset, length); }

static int synced(int fd, long number) {
  char path[PATH_MAX];
  pthread_mutex_lock(&lock);
  const char *name = name_of(fd, path);
  int result = (int)syscall(number, fd);
  if (result == 0) note(SYNC, name, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return result;
}

int fsync(int fd) { return synced(fd, SYS_fsync); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }

static int opened(int directory, const char *path, int flags, mode_t mode) {
  if (root == NULL || (flags & (O_CREAT | O_TRUNC)) == 0) return (int)syscall(SYS_openat, directory, path, flags, mode);
  char real_path[PATH_MAX];
  pthread_mutex_lock(&lock);
  int existed = syscall(SYS_faccessat, directory, path, F_OK) == 0;
  int fd = (int)syscall(SYS_openat, directory, path, flags, mode);
  if (fd >= 0) {
    const char *name = name_of(fd, real_path);
    if (!existed) note(CREATE, name, 0, NULL, 0);
    else if ((flags & O_TRUNC) != 0) note(TRUNCATE, name, 0, NULL, 0);
  }
  pthread_mutex_unlock(&lock);
  return fd;
}

#define MODE_OF(flags, mode) \
  mode_t mode = 0; \
  if (((flags) & (O_CREAT | O_TMPFILE)) != 0) { \
    va_list rest; \
    va_start(rest, flags); \
    mode = va_arg(rest, mode_t); \
    va_end(rest); \
  }

int open(const char *path, int flags, ...) { MODE_OF(flags, mode) return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE_OF(flags, mode) return opened(AT_FDCWD, path, flags, mode); }
int openat(int directory, const char *path, int flags, ...) { MODE_OF(flags, mode) return opened(directory, path, flags, mode); }
int openat64(int directory, const char *path, int flags, ...) { MODE_OF(flags, mode) return opened(directory, path, flags, mode); }

int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *);
  pthread_mutex_lock(&lock);
  int result = real(from, to);
  const char *name = below(from);
  const char *other = below(to);
  if (result == 0 && name != NULL && other != NULL) note(RENAME, name, 0, other, strlen(other));
  pthread_mutex_unlock(&lock);
  return result;
}

int unlink(const char *path) {
  REAL(int, "unlink", const char *);
  pthread_mutex_lock(&lock);
  int result = real(path);
  if (result == 0) note(UNLINK, below(path), 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return result;
}
