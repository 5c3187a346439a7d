#!/bin/sh
# tcc: prints `checksum = 51435f628fc9bba2` instead of `checksum = e072cb73a44e3252`
set -ex
cd "$(dirname "$0")/original"
/usr/bin/tcc -w -c test.c -o unit0.o
/usr/bin/tcc -w -c driver.c -o driver.o
/usr/bin/tcc unit0.o driver.o -o program
./program
