// Nothing here is a kernel.
int twice(int x) { return 2 * x; }
