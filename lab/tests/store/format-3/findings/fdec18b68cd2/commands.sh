#!/bin/sh
# tcc: prints `checksum = acd9207595980619` instead of `checksum = ec7e5e8015980619`
set -ex
cd "$(dirname "$0")/original"
/usr/bin/tcc -w -c test.c -o unit0.o
/usr/bin/tcc -w -c driver.c -o driver.o
/usr/bin/tcc unit0.o driver.o -o program
./program
