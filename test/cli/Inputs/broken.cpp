#include <pto/dsl.h>
int f() { return undeclared; }
