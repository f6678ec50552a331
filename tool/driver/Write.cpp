//===- Write.cpp - several files, all or none ------------------------------===//
//
// First every new content goes to a temporary file beside its target, down to
// the disk; what can fail (no space, no permission, no directory) fails here and
// the temporaries are gone. Then each is renamed over its target, which is
// atomic. A kill between two renames leaves some files old and some new, all of
// them whole; the next run does the rest.
//
// What is not a regular file (/dev/null, a pipe) cannot be renamed over and is
// written to directly, last.
//
//===----------------------------------------------------------------------===//

#include "driver/Write.h"

#include "driver/Paths.h"
#include "driver/Temporary.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

using namespace rewrite;
using namespace rewrite::driver;

namespace {

Failure cannotWrite(const std::string &path, const std::string &why) {
  return {CannotWrite, "cannot write '" + path + "': " + why};
}

bool writeAll(int descriptor, const std::string &bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t n = ::write(descriptor, bytes.data() + done, bytes.size() - done);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return false;
    done += static_cast<std::size_t>(n);
  }
  return true;
}

/// One target on its way: staged, linked, committed; undone if it never gets there.
class Target {
public:
  explicit Target(const FileToWrite &file) : path(realPath(file.path)), file(file) {}

  const std::string path; ///< where a symlink leads to: the link stays

  Failure stage() {
    struct stat status;
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode))
      return cannotWrite(file.path, "it is a directory");
    if (exists && (status.st_mode & 0222) == 0)
      return cannotWrite(file.path, "it is read-only");
    if (exists && ::access(path.c_str(), W_OK) != 0)
      return cannotWrite(file.path, std::strerror(errno));
    if (exists && !S_ISREG(status.st_mode)) {
      direct = true;
      return {};
    }
    if (file.expected && !holds(*file.expected))
      return cannotWrite(file.path, "it changed since it was read");
    if (const std::error_code error = llvm::sys::fs::create_directories(llvm::sys::path::parent_path(path)))
      return cannotWrite(file.path, error.message());

    if (const int error = temporary.create(path))
      return cannotWrite(file.path, std::strerror(error));
    const bool whole = writeAll(temporary.descriptor(), file.bytes) && keepAttributes(exists ? &status : nullptr) &&
                       ::fsync(temporary.descriptor()) == 0;
    return whole ? Failure{} : cannotWrite(file.path, std::strerror(errno));
  }

  Failure link() {
    const int error = direct ? 0 : temporary.link();
    return error == 0 ? Failure{} : cannotWrite(file.path, std::strerror(error));
  }

  Failure commit() {
    if (direct) {
      const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
      const bool done = descriptor >= 0 && writeAll(descriptor, file.bytes);
      const int why = errno;
      if (descriptor >= 0)
        ::close(descriptor);
      return done ? Failure{} : cannotWrite(file.path, std::strerror(why));
    }
    const int error = temporary.replace();
    return error == 0 ? Failure{} : cannotWrite(file.path, std::strerror(error));
  }

private:
  const FileToWrite &file;
  Temporary temporary;
  bool direct = false;

  bool holds(const std::string &bytes) const {
    std::ifstream stream(path, std::ios::binary);
    return stream && bytes == std::string(std::istreambuf_iterator<char>(stream), {});
  }

  /// Mode and owner of the file that is replaced; those of a fresh file otherwise.
  bool keepAttributes(const struct stat *old) const {
    const int descriptor = temporary.descriptor();
    if (!old) {
      const mode_t mask = ::umask(0);
      ::umask(mask);
      return ::fchmod(descriptor, 0666 & ~mask) == 0;
    }
    if (::fchown(descriptor, old->st_uid, old->st_gid) != 0 && errno != EPERM)
      return false;
    return ::fchmod(descriptor, old->st_mode & 07777) == 0;
  }
};

} // namespace

Failure driver::writeFiles(const std::vector<FileToWrite> &files) {
  std::vector<std::unique_ptr<Target>> targets;
  std::vector<std::string> paths;
  for (const FileToWrite &file : files) {
    targets.push_back(std::make_unique<Target>(file));
    paths.push_back(targets.back()->path);
  }
  removeLeftTemporaries(paths);
  for (const std::unique_ptr<Target> &target : targets)
    if (Failure failure = target->stage())
      return failure;
  for (const std::unique_ptr<Target> &target : targets)
    if (Failure failure = target->link())
      return failure;
  for (const std::unique_ptr<Target> &target : targets)
    if (Failure failure = target->commit())
      return failure;
  return {};
}
