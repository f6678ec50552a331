# Two words to remember:  make demo   make check.  Each sets up everything it needs.

JOBS ?= 2

.PHONY: build demo check format

build:
	@scripts/bootstrap
	@scripts/configure
	@cmake --build build -j $(JOBS)

demo: build
	@scripts/demo

check: build
	@JOBS=$(JOBS) scripts/check

format:
	@scripts/bootstrap
	@scripts/format
