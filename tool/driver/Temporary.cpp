//===- Temporary.cpp - a new file that will replace another ----------------===//
//
// A temporary file with a name stays behind when its process is killed. So it gets
// one as late as possible: O_TMPFILE opens a file without a name, which the kernel
// frees with the process. rename() needs a name, and link() cannot replace, so
// there is one from link() to replace(): microseconds. Where the file system has
// no files without names (NFS, some overlays) there is one from the beginning.
//
// What a kill leaves in that time the next run for the same target removes. It
// tells the dead from the living by a lock: a temporary is locked as long as its
// process has it open, and the kernel takes the lock with the process, also on
// another host or in another container, where a process number means nothing. A
// name that was created a moment ago may not be locked yet; whoever loses it so
// sees that no name is left, and makes another.
//
//===----------------------------------------------------------------------===//

#include "driver/Temporary.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace rewrite;
using namespace rewrite::driver;

namespace {

constexpr llvm::StringRef mark = ".pto-tmp-";
constexpr llvm::StringRef letters = "abcdefghijklmnopqrstuvwxyz0123456789";
constexpr unsigned randomLetters = 6;
constexpr int attempts = 100;

std::string freshName(const std::string &target) {
  static std::random_device random;
  std::string name = target + mark.str();
  for (unsigned i = 0; i < randomLetters; ++i)
    name += letters[random() % letters.size()];
  return name;
}

/// What the target of that temporary is called, or "" when it is none.
llvm::StringRef targetOf(llvm::StringRef temporary) {
  const auto [target, random] = temporary.rsplit(mark);
  const bool isOurs = random.size() == randomLetters && random.find_first_not_of(letters) == llvm::StringRef::npos;
  return isOurs ? target : "";
}

std::string folderOf(const std::string &path) {
  const llvm::StringRef folder = llvm::sys::path::parent_path(path);
  return folder.empty() ? "." : folder.str();
}

int linkCount(int descriptor) {
  struct stat status;
  return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) ? static_cast<int>(status.st_nlink) : 0;
}

/// Removes the temporaries of those targets in the folder whose processes are dead. Those that
/// cannot be opened or locked are let be.
void removeLeft(const std::string &folder, const std::set<std::string> &targets) {
  std::error_code error;
  for (llvm::sys::fs::directory_iterator each(folder, error), end; each != end && !error; each.increment(error)) {
    const llvm::StringRef target = targetOf(llvm::sys::path::filename(each->path()));
    if (target.empty() || !targets.count(target.str()))
      continue;
    const int left = ::open(each->path().c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (left < 0)
      continue;
    if (linkCount(left) > 0 && ::flock(left, LOCK_EX | LOCK_NB) == 0)
      ::unlink(each->path().c_str());
    ::close(left);
  }
}

/// open(), with as many descriptors as the system grants: every target of a run has one.
int openFile(const std::string &path, int flags) {
  const int descriptor = ::open(path.c_str(), flags | O_RDWR | O_CLOEXEC, 0600);
  struct rlimit limit;
  if (descriptor >= 0 || errno != EMFILE || ::getrlimit(RLIMIT_NOFILE, &limit) != 0)
    return descriptor;
  if (limit.rlim_cur == limit.rlim_max) {
    errno = EMFILE;
    return -1;
  }
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  return ::open(path.c_str(), flags | O_RDWR | O_CLOEXEC, 0600);
}

/// Has an interrupt remove the file. LLVM's handlers also take the signals that the caller had
/// ignored, as nohup and shells in the background do: those go on being ignored.
void removeWhenInterrupted(const std::string &name) {
  constexpr int signals[] = {SIGHUP, SIGINT, SIGTERM, SIGUSR2};
  struct sigaction before[std::size(signals)];
  for (std::size_t i = 0; i < std::size(signals); ++i)
    ::sigaction(signals[i], nullptr, &before[i]);
  llvm::sys::RemoveFileOnSignal(name);
  for (std::size_t i = 0; i < std::size(signals); ++i)
    if (before[i].sa_handler == SIG_IGN)
      ::sigaction(signals[i], &before[i], nullptr);
}

/// How link() finds a file without a name.
std::string procPath(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

} // namespace

Temporary::~Temporary() {
  if (!name.empty()) {
    ::unlink(name.c_str());
    clearName();
  }
  if (opened >= 0)
    ::close(opened);
}

void Temporary::setName(std::string given) {
  name = std::move(given);
  removeWhenInterrupted(name);
}

void Temporary::clearName() {
  llvm::sys::DontRemoveFileOnSignal(name);
  name.clear();
}

int Temporary::create(const std::string &path) {
  target = path;
#ifdef O_TMPFILE
  opened = openFile(folderOf(target), O_TMPFILE);
  if (opened >= 0 && ::access(procPath(opened).c_str(), F_OK) == 0) {
    ::flock(opened, LOCK_EX | LOCK_NB);
    return 0;
  }
  if (opened >= 0)
    ::close(opened);
#endif
  return createNamed();
}

int Temporary::createNamed() {
  for (int i = 0; i < attempts; ++i) {
    const std::string fresh = freshName(target);
    opened = openFile(fresh, O_CREAT | O_EXCL);
    if (opened < 0 && errno == EEXIST)
      continue;
    if (opened < 0)
      return errno;
    ::flock(opened, LOCK_EX); // Whoever has it removes the name, and is gone at once.
    if (linkCount(opened) > 0) {
      setName(fresh);
      return 0;
    }
    ::close(opened);
    opened = -1;
  }
  return EEXIST;
}

int Temporary::link() {
  for (int i = 0; name.empty() && i < attempts; ++i) {
    const std::string fresh = freshName(target);
    if (::linkat(AT_FDCWD, procPath(opened).c_str(), AT_FDCWD, fresh.c_str(), AT_SYMLINK_FOLLOW) == 0)
      setName(fresh);
    else if (errno != EEXIST)
      return errno;
  }
  return name.empty() ? EEXIST : 0;
}

int Temporary::replace() {
  if (::rename(name.c_str(), target.c_str()) != 0)
    return errno;
  clearName();
  return 0;
}

void driver::removeLeftTemporaries(const std::vector<std::string> &targets) {
  std::map<std::string, std::set<std::string>> folders;
  for (const std::string &target : targets)
    folders[folderOf(target)].insert(llvm::sys::path::filename(target).str());
  for (const auto &[folder, names] : folders)
    removeLeft(folder, names);
}
