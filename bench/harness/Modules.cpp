//===- Modules.cpp - opening what was built -----------------------------------===//

#include "harness/Modules.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <sys/stat.h>
#include <xmmintrin.h>

using namespace bench;

namespace {

/// The parts of a text between separators.
std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);)
    parts.push_back(part);
  return parts;
}

/// Libraries read these when they are loaded.
void set_environment() {
  for (const char *threads : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "BLIS_NUM_THREADS"})
    setenv(threads, "1", 1);
  // OpenBLAS 0.3.21 takes CPUs that it does not know for a Prescott and is six times too slow. A name that the user
  // has set stays.
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (avx512)
    setenv("OPENBLAS_CORETYPE", "SkylakeX", 0);
  else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    setenv("OPENBLAS_CORETYPE", __builtin_cpu_is("amd") ? "Zen" : "Haswell", 0);
}

/// What the build left instead of a module, in one line.
std::string why_not_built(const std::string &path) {
  std::ifstream file(path + ".why");
  std::string line;
  return std::getline(file, line) && !line.empty() ? line : "was not built";
}

void open(Module &m) {
  struct stat status;
  if (stat(m.path.c_str(), &status) != 0) {
    m.missing = why_not_built(m.path);
    return;
  }
  // What links -ffast-math may switch denormals off for the whole program when it is loaded: not with us.
  const unsigned int mode = _mm_getcsr();
  void *handle = dlopen(m.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  const bool changed = _mm_getcsr() != mode;
  _mm_setcsr(mode);
  if (!handle) {
    m.missing = dlerror();
    return;
  }
  if (changed)
    m.missing = "switches denormals off when it is loaded";
  else if (auto entries = reinterpret_cast<const Entry *(*)()>(dlsym(handle, "pto_bench_entries")))
    m.entries = entries();
  else
    m.missing = "offers no entries";
}

} // namespace

bool Module::has(const std::string &family) const {
  const auto all = split(families, ',');
  return std::find(all.begin(), all.end(), family) != all.end();
}

std::vector<Module> bench::open_modules(const std::string &list, const std::vector<std::string> &families) {
  std::ifstream file(list);
  if (!file)
    throw std::runtime_error("cannot read " + list);
  set_environment();
  std::vector<Module> modules;
  for (std::string line; std::getline(file, line);) {
    auto parts = split(line, '\t');
    parts.resize(5);
    Module m{parts[0], parts[1], parts[2], parts[3], parts[4]};
    const bool needed = std::any_of(families.begin(), families.end(), [&](const std::string &f) { return m.has(f); });
    if (m.kind != "limit" && !needed)
      continue;
    if (m.missing.empty())
      open(m);
    modules.push_back(m);
  }
  return modules;
}
