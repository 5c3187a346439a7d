#!/bin/sh
# tcc: prints `checksum = 4bc055bad128f566` instead of `checksum = fb7d0a483b82900b`
set -ex
cd "$(dirname "$0")/original"
/usr/bin/tcc -w -c test.c -o unit0.o
/usr/bin/tcc -w -c driver.c -o driver.o
/usr/bin/tcc unit0.o driver.o -o program
./program
