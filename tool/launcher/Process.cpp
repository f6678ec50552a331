//===- Process.cpp - other programs -----------------------------------------===//

#include "launcher/Process.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

using namespace launcher;

namespace {

std::vector<char *> pointers(const Words &words) {
  std::vector<char *> out;
  for (const std::string &word : words)
    out.push_back(const_cast<char *>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

int notThere(const Words &words, int why, std::string *messages) {
  const std::string message = "pto-c++: error: cannot run '" + words[0] + "': " + std::strerror(why) + "\n";
  if (messages)
    *messages += message;
  else
    std::fputs(message.c_str(), stderr);
  return 127;
}

} // namespace

int launcher::run(const Words &words, std::string *messages) {
  int ends[2] = {-1, -1};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (messages && pipe2(ends, O_CLOEXEC) == 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, words[0].c_str(), &actions, nullptr, pointers(words).data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (ends[1] >= 0)
    close(ends[1]);
  if (!failed && ends[0] >= 0) {
    char buffer[4096];
    for (ssize_t n; (n = ::read(ends[0], buffer, sizeof buffer)) > 0 || (n < 0 && errno == EINTR);)
      if (n > 0)
        messages->append(buffer, static_cast<std::size_t>(n));
  }
  if (ends[0] >= 0)
    close(ends[0]);
  if (failed)
    return notThere(words, failed, messages);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int launcher::replaceBy(const Words &words) {
  execvp(words[0].c_str(), pointers(words).data());
  return notThere(words, errno, nullptr);
}

std::string launcher::toolBeside(const std::string &name) {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  const auto beside = self.parent_path() / name;
  return !error && access(beside.c_str(), X_OK) == 0 ? beside.string() : name;
}
