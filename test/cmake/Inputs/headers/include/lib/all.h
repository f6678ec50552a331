// No kernel of its own, but includes one, and would find the original beside itself.
#pragma once
#include "kernel.h"
int other();
