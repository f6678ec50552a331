# Configuration of lit, LLVM's test runner. A test is a file with RUN lines:
#
#   // RUN: %pto-rewrite --passes=fold-no-op-reshape %s -- | FileCheck %s
#   // RUN: %equal --passes=fold-no-op-reshape %s
#
#   %pto-rewrite   the tool
#   %equal         rewrites, builds and runs both sides and compares (tools/equal)
#   %tidy          clang-tidy-22 with the checks of pto-tidy, which formats nothing; %tidy-flags stand behind --
#   %tidy-module   the file that it loads
#   %clang %gcc    the C++ compilers, with the DSL on the include path
#   %exit N        succeeds if the command behind it exits with N
#   %dsl           its directory        %examples  examples/        %root  the repository

import os
import shutil

import lit.formats
from lit.llvm import llvm_config

root = config.pto_source_dir
dsl = os.path.join(root, "dsl")

config.name = "pto-rewrite"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp", ".test"]
config.excludes = ["Inputs", "dsl", "tools", "unit"]  # dsl and unit: ctest
config.test_source_root = os.path.join(root, "test")
config.test_exec_root = os.path.join(config.pto_build_dir, "test")

llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.use_default_substitutions()
llvm_config.with_system_environment(["CCACHE_DIR", "HOME", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LLVM_PROFILE_FILE"])

tool = os.path.join(config.pto_build_dir, "bin", "pto-rewrite")
module = os.path.join(config.pto_build_dir, "lib", "pto-tidy.so")
python = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else "python3"
flags = f"-std=c++20 -Wall -Wextra -Werror -I{dsl}"

# First match wins, so what contains another name stands before it.
config.substitutions += [
    ("%pto-rewrite", tool),
    ("%equal", f"{python} {root}/test/tools/equal --tool={tool} --dsl={dsl} --work=%t.equal"),
    ("%tidy-module", module),
    ("%tidy-flags", f"-std=c++20 -I{dsl} -w"),
    ("%tidy", f"clang-tidy-22 --quiet --format-style=none --load={module}"),
    ("%exit", f"{python} {root}/test/cli/Inputs/exit-code.py"),
    ("%clang", f"clang++-22 {flags}"),
    ("%gcc", f"g++ {flags}"),
    ("%python", python),
    ("%dsl", dsl),
    ("%examples", os.path.join(root, "examples")),
    ("%root", root),
    ("%build", config.pto_build_dir),
]

# A test that hangs fails, and does not hold up the others; lit wants psutil for that.
if not lit_config.maxIndividualTestTimeIsSupported[0]:
    lit_config.note("python3-psutil is not installed: a test that hangs has no time limit")
else:
    config.available_features.add("psutil")
    if not lit_config.maxIndividualTestTime:  # --timeout
        lit_config.maxIndividualTestTime = 3600 if config.pto_sanitized else 900

if not config.pto_sanitized:
    config.available_features.add("fast")  # not slowed down by sanitizers
    config.available_features.add("tidy")  # clang-tidy has no sanitizer's runtime for the module to use

if shutil.which("distcc") and shutil.which("distccd", path=os.environ["PATH"] + ":/usr/sbin"):
    config.available_features.add("distcc")
if shutil.which("lintian"):
    config.available_features.add("lintian")

# Emitted intrinsics run where the CPU has them: `%if avx512 %{ %equal ... %}`
with open("/proc/cpuinfo", encoding="utf-8") as cpuinfo:
    flags_of_cpu = set(next((line for line in cpuinfo if line.startswith("flags")), "").split())
if {"avx512f", "avx512bw", "avx512dq", "avx512vl"} <= flags_of_cpu:
    config.available_features.add("avx512")
    if "avx512_vnni" in flags_of_cpu:
        config.available_features.add("avx512vnni")
if {"avx2", "fma", "f16c"} <= flags_of_cpu:
    config.available_features.add("avx2")
