//===- Temporary.h - a new file that will replace another --------*- C++ -*-===//

#ifndef REWRITE_DRIVER_TEMPORARY_H
#define REWRITE_DRIVER_TEMPORARY_H

#include <string>
#include <vector>

namespace rewrite::driver {

/// What a file will hold, until it takes the file's place. It is gone with its
/// owner, however that ends. All functions return 0 or an errno.
class Temporary {
public:
  Temporary() = default;
  Temporary(const Temporary &) = delete;
  ~Temporary();

  /// Opens one in the directory of `target`.
  int create(const std::string &target);
  /// To write to; open as long as the temporary is.
  int descriptor() const { return opened; }
  /// Gives it a name. All that can fail for want of space has succeeded then.
  int link();
  /// Takes the target's place, in one step.
  int replace();

private:
  std::string target;
  std::string name; ///< "": it has none
  int opened = -1;

  void setName(std::string given);
  void clearName();
  int createNamed();
};

/// Removes what dead processes left of the temporaries of these targets.
void removeLeftTemporaries(const std::vector<std::string> &targets);

} // namespace rewrite::driver

#endif
