#include <pto/dsl.h>
#ifdef NOT_DEFINED
int one();
int two();
int three();
#else
int four();
#endif
