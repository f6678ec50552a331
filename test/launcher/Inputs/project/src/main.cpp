#include "rows.h"

int main() {
  float x[32], out[32] = {};
  for (int i = 0; i < 32; ++i)
    x[i] = static_cast<float>(i);
  copy_rows(x, out);
  for (int i = 0; i < 32; ++i)
    if (out[i] != x[i])
      return 1;
  return 0;
}
