//===- Workers.cpp - many pieces of work, each in its own process ----------===//
//
// A child writes its result into one pipe and has standard error in another. The
// parent reads both as they fill, until they are closed, and then asks how the child
// ended. A result counts only from a child that exited with 0, so half of one never does.
//
//===----------------------------------------------------------------------===//

#include "driver/Workers.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>
#ifdef __linux__
#include <sys/prctl.h>
#endif

using namespace rewrite;
using namespace rewrite::driver;

namespace {

/// A child and what it has said so far.
struct Worker {
  std::size_t index = 0;
  pid_t process = -1;
  std::array<int, 2> pipes = {-1, -1}; ///< result, messages; -1 once closed
  std::array<std::string, 2> received;

  bool open() const { return pipes[0] >= 0 || pipes[1] >= 0; }
};

[[noreturn]] void runChild(std::size_t index, const std::function<std::string(std::size_t)> &work, int results,
                           int messages) {
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL); // nobody would read what we have to say
#endif
  ::dup2(messages, STDERR_FILENO);
  const std::string result = work(index);
  for (std::size_t at = 0; at < result.size();) {
    const ssize_t n = ::write(results, result.data() + at, result.size() - at);
    if (n < 0 && errno != EINTR)
      ::_exit(1);
    at += static_cast<std::size_t>(std::max<ssize_t>(n, 0));
  }
  ::_exit(0); // what the parent has still to print, or to do at its end, is the parent's
}

/// Starts the child of `w`. Returns false, with errno, when there can be no more processes now.
bool start(Worker &w, const std::function<std::string(std::size_t)> &work) {
  std::array<int, 2> results = {-1, -1}, messages = {-1, -1};
  const auto fail = [&] {
    const int why = errno;
    for (const int end : {results[0], results[1], messages[0], messages[1]})
      if (end >= 0)
        ::close(end);
    errno = why;
    return false;
  };
  // Closed on exec: nothing that a child might run keeps a pipe open.
  if (::pipe2(results.data(), O_CLOEXEC) != 0 || ::pipe2(messages.data(), O_CLOEXEC) != 0)
    return fail();
  w.process = ::fork();
  if (w.process < 0)
    return fail();
  if (w.process == 0) {
    ::close(results[0]);
    ::close(messages[0]);
    runChild(w.index, work, results[1], messages[1]);
  }
  ::close(results[1]);
  ::close(messages[1]);
  w.pipes = {results[0], messages[0]};
  return true;
}

std::string howItEnded(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR)
    ;
  if (WIFSIGNALED(status))
    return "signal " + std::to_string(WTERMSIG(status)) + ", " + ::strsignal(WTERMSIG(status));
  if (WEXITSTATUS(status) != 0)
    return "exit code " + std::to_string(WEXITSTATUS(status));
  return "";
}

/// Reads what there is, from those that have something.
void receive(std::vector<Worker> &workers) {
  std::vector<pollfd> waiting;
  for (const Worker &w : workers)
    for (const int pipe : w.pipes)
      waiting.push_back({pipe, POLLIN, 0}); // poll() passes over negative ones
  if (::poll(waiting.data(), waiting.size(), -1) < 0)
    return; // a signal; the caller comes back
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    if (waiting[i].revents == 0)
      continue;
    std::array<char, 1 << 16> bytes;
    const ssize_t n = ::read(waiting[i].fd, bytes.data(), bytes.size());
    if (n > 0) {
      workers[i / 2].received[i % 2].append(bytes.data(), static_cast<std::size_t>(n));
    } else if (n == 0 || errno != EINTR) {
      ::close(waiting[i].fd);
      workers[i / 2].pipes[i % 2] = -1;
    }
  }
}

} // namespace

void driver::inProcesses(std::size_t count, unsigned atOnce, const std::function<std::string(std::size_t)> &work,
                         const std::function<void(std::size_t, Ended)> &done) {
  std::vector<Worker> workers;
  std::map<std::size_t, Ended> ended; // and not yet handed on
  std::size_t started = 0, handedOn = 0;
  while (handedOn < count) {
    while (started < count && workers.size() < std::max(1u, atOnce)) {
      Worker w{.index = started};
      if (start(w, work))
        workers.push_back(std::move(w));
      else if (!workers.empty())
        break; // one that ends makes room
      else
        ended[started] = {"", "", std::string("no process for it: ") + std::strerror(errno)};
      ++started;
    }
    if (!workers.empty())
      receive(workers);
    for (Worker &w : workers)
      if (!w.open())
        ended[w.index] = {std::move(w.received[0]), std::move(w.received[1]), howItEnded(w.process)};
    std::erase_if(workers, [](const Worker &w) { return !w.open(); });
    for (auto next = ended.find(handedOn); next != ended.end(); next = ended.find(handedOn)) {
      done(handedOn++, std::move(next->second));
      ended.erase(next);
    }
  }
}
