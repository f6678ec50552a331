//===- main.cpp - pto-rewrite ---------------------------------------------===//

int main() { return 70; }
