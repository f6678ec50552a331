//===- main.cpp - one launch: checks and times what matches -----------------------===//
//
//   pto-bench --modules=LIST [--filter=REGEX] [--variants=REGEX] [--repetitions=N] [--seconds=S] [--out=JSON]
//   pto-bench --list [--filter=REGEX]        the ids of the cases and their families
//
// Case by case, all entries and the limits of the case are measured in rounds of random
// order (Google Benchmark's interleaving), so that a change of clock speed or a noisy
// neighbour meets everybody, and the limit is from the same minute as the kernel.
// bench/run starts this several times: what differs from process to process, such as the
// layout of the address space, is seen only there.
//
//===-----------------------------------------------------------------------===//

#include "harness/Cases.h"
#include "harness/Check.h"
#include "harness/Measure.h"
#include "harness/Modules.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <regex>
#include <sched.h>
#include <unistd.h>

using namespace bench;

namespace {

struct Options {
  std::string modules, filter, variants, out;
  Effort effort;
  bool list = false;
};

[[noreturn]] void usage(const char *argument) {
  std::cerr
      << "pto-bench: error: '" << argument << "'\n"
      << "usage: pto-bench --modules=LIST [--filter=REGEX] [--repetitions=N] [--seconds=S] [--out=JSON] | --list\n";
  std::exit(64);
}

Options parse(int argc, char **argv) {
  Options o;
  for (int i = 1; i < argc; ++i) {
    const auto value = [&](const char *name) -> const char * {
      const std::size_t n = std::strlen(name);
      return std::strncmp(argv[i], name, n) == 0 ? argv[i] + n : nullptr;
    };
    if (const char *v = value("--modules="))
      o.modules = v;
    else if (const char *v = value("--filter="))
      o.filter = v;
    else if (const char *v = value("--variants="))
      o.variants = v;
    else if (const char *v = value("--out="))
      o.out = v;
    else if (const char *v = value("--repetitions="))
      o.effort.repetitions = std::atoi(v);
    else if (const char *v = value("--seconds="))
      o.effort.seconds = std::atof(v);
    else if (std::strcmp(argv[i], "--list") == 0)
      o.list = true;
    else
      usage(argv[i]);
  }
  if (o.effort.repetitions < 1 || o.effort.seconds <= 0 || (!o.list && o.modules.empty()))
    usage("--modules, --repetitions, --seconds");
  return o;
}

/// One CPU from now on: the last one that we may use, since the first serves interrupts.
void stay_on_one_cpu() {
  cpu_set_t allowed, one;
  CPU_ZERO(&one);
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
    return;
  for (int cpu = CPU_SETSIZE - 1; cpu >= 0; --cpu)
    if (CPU_ISSET(cpu, &allowed)) {
      CPU_SET(cpu, &one);
      sched_setaffinity(0, sizeof one, &one);
      return;
    }
}

double free_memory() {
  return static_cast<double>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

std::vector<std::string> families_of(const std::vector<Case> &cases) {
  std::vector<std::string> families;
  for (const Case &c : cases)
    if (families.empty() || families.back() != c.family)
      families.push_back(c.family);
  return families;
}

/// What modules offer for a family.
struct Offer {
  const Module *module;
  const Entry *entry;
};

std::vector<Offer> offers(const std::vector<Module> &modules, const char *family, const std::regex &variants) {
  std::vector<Offer> found;
  for (const Module &m : modules)
    for (const Entry *e = m.entries; e; e = e->next)
      if (std::strcmp(e->family, family) == 0 && std::regex_search(e->variant, variants))
        found.push_back({&m, e});
  return found;
}

CaseResult run_case(const Case &c, const std::vector<Module> &modules, const Options &options) {
  CaseResult result{.which = &c};
  const auto offered = offers(modules, c.family, std::regex(options.variants));
  if (offered.empty())
    result.skipped = "nothing to measure";
  else if (c.memory * 2 > free_memory())
    result.skipped = "not enough free memory";
  if (!result.skipped.empty())
    return result;
  const std::unique_ptr<Problem> problem = c.make();
  for (const auto &[module, entry] : offered)
    if (const Verdict v = check(*entry, *problem); v.kind != Verdict::NotOffered)
      result.results.push_back({.kind = module->kind, .label = module->label, .entry = entry, .verdict = v});
  const Yardsticks yardsticks(c, modules, result.results);
  measure(result.results, problem->arguments.get(), yardsticks, options.effort);
  return result;
}

int run(const Options &options) {
  std::vector<Case> cases;
  for (const Case &c : all_cases())
    if (std::regex_search(c.id, std::regex(options.filter)))
      cases.push_back(c);
  if (options.list) {
    for (const Case &c : cases)
      std::cout << c.id << '\t' << c.family << '\n';
    return 0;
  }

  stay_on_one_cpu();
  const auto modules = open_modules(options.modules, families_of(cases));
  std::vector<CaseResult> results;
  for (const Case &c : cases) {
    std::cerr << "  " << c.id << std::flush;
    results.push_back(run_case(c, modules, options));
    std::cerr << (results.back().skipped.empty() ? "" : ": " + results.back().skipped) << '\n';
  }
  if (options.out.empty())
    write_json(std::cout, results, modules);
  else if (std::ofstream file(options.out); !(write_json(file, results, modules), file))
    throw std::runtime_error("cannot write " + options.out);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  const Options options = parse(argc, argv);
  try {
    return run(options);
  } catch (const std::exception &e) {
    std::cerr << "pto-bench: error: " << e.what() << '\n';
    return 1;
  }
}
