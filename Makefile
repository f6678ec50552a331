# Two words to remember:  make demo   make check.  Each sets up everything it needs.
# make bench compares the speed of kernels (docs/benchmarks.md); FILTER=softmax RUNS=1 for a quick look.

JOBS ?= 2
FILTER ?= .
RUNS ?= 3

.PHONY: build demo check bench format

build:
	@scripts/bootstrap
	@scripts/configure
	@cmake --build build -j $(JOBS)

demo: build
	@scripts/demo

check: build
	@JOBS=$(JOBS) scripts/check

bench: build
	@scripts/bootstrap --bench || echo "bench: going on without what is missing"
	@JOBS=$(JOBS) bench/run --filter='$(FILTER)' --runs=$(RUNS)

format:
	@scripts/bootstrap
	@scripts/format
