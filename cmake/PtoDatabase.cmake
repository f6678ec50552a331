# Run by pto_rewrite(<target> HEADERS): a compile database whose copies are named as their originals.
#
#   cmake -DDATABASE=<in> -DFROM=<copies>/ -DTO=<source directory>/ -DOUT=<out> -P PtoDatabase.cmake

cmake_minimum_required(VERSION 3.25)
file(READ "${DATABASE}" text)
string(REPLACE "${FROM}" "${TO}" text "${text}")
file(CONFIGURE OUTPUT "${OUT}" CONTENT "@text@" @ONLY)
