#include "lib/all.h"
#include "lib/kernel.h"

int main() {
  float x[32] = {1, 2, 3}, out[32] = {};
  copy(x, out);
  return out[2] == 3 && other() == 1 ? 0 : 1;
}
