//===- Check.cpp - is what an entry computes right? -----------------------------===//

#include "harness/Check.h"

#include <chrono>
#include <csignal>
#include <cstring>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>

using namespace bench;

namespace {

constexpr unsigned patience = 120; // seconds

Verdict check_here(const Entry &entry, const Problem &problem) {
  const std::unique_ptr<Run> run(entry.prepare(entry, problem.arguments.get()));
  problem.reset();
  if (!run || !run->run())
    return {Verdict::NotOffered, ""};
  if (std::string wrong = problem.check(); !wrong.empty())
    return {Verdict::Wrong, wrong};
  // A second run must not live on what the first one left.
  problem.reset();
  const auto start = std::chrono::steady_clock::now();
  run->run();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  if (std::string wrong = problem.check(); !wrong.empty())
    return {Verdict::Wrong, "in the second run " + wrong};
  return {Verdict::Right, run->how(), time.count()};
}

void send(int pipe, const void *data, std::size_t size) {
  if (write(pipe, data, size) != static_cast<ssize_t>(size))
    _exit(1);
}

bool receive(int pipe, void *data, std::size_t size) {
  auto *to = static_cast<char *>(data);
  while (size > 0) {
    const ssize_t n = read(pipe, to, size);
    if (n <= 0)
      return false;
    to += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

[[noreturn]] void child(int pipe, const Entry &entry, const Problem &problem) {
  alarm(patience);
  Verdict v = check_here(entry, problem);
  v.detail.resize(std::min<std::size_t>(v.detail.size(), 1000));
  const std::size_t length = v.detail.size();
  send(pipe, &v.kind, sizeof v.kind);
  send(pipe, &v.seconds, sizeof v.seconds);
  send(pipe, &length, sizeof length);
  send(pipe, v.detail.data(), length);
  _exit(0);
}

} // namespace

Verdict bench::check(const Entry &entry, const Problem &problem) {
  int pipes[2];
  if (pipe(pipes) != 0)
    return {Verdict::Wrong, "no pipe"};
  const pid_t process = fork();
  if (process == 0)
    child(pipes[1], entry, problem);
  close(pipes[1]);
  Verdict v{Verdict::Wrong, "the process ended"};
  std::size_t length = 0;
  const bool complete = receive(pipes[0], &v.kind, sizeof v.kind) && receive(pipes[0], &v.seconds, sizeof v.seconds) &&
                        receive(pipes[0], &length, sizeof length) && (v.detail.resize(length), true) &&
                        receive(pipes[0], v.detail.data(), length);
  close(pipes[0]);
  int status = 0;
  waitpid(process, &status, 0);
  if (complete)
    return v;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    return {Verdict::Wrong, "ran for more than " + std::to_string(patience) + " s"};
  return {Verdict::Wrong, WIFSIGNALED(status) ? "crashed: " + std::string(strsignal(WTERMSIG(status))) : v.detail};
}
