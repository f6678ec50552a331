#include <lib/all.h>

int other() {
  float x[32] = {1}, out[32] = {};
  copy(x, out);
  return static_cast<int>(out[0]);
}
