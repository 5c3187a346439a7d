// expect: exit 0
// stdout: 00000000  54 68 65 20 71 75 69 63  6b 20 62 72 6f 77 6e 20  |The quick brown |
// stdout: 00000010  66 6f 78 0a 6a 75 6d 70  73 20 6f 76 65 72 09 74  |fox.jumps over.t|
// stdout: 00000020  68 65 20 6c 61 7a 79 20  64 6f 67 2e 20 30 31 32  |he lazy dog. 012|
// stdout: 00000030  33 34 35 36 37 38 39 20  7b 7d 7e 0a              |3456789 {}~.|
// stdout: 0000003c crc 4d367429
// stdin: The quick brown fox
// stdin: jumps over	the lazy dog. 0123456789 {}~
#include <stdio.h>
#include <ctype.h>
#include <stdint.h>
int main(void) {
    unsigned char buf[16]; size_t n; unsigned long off = 0; uint32_t crc = 0xffffffffu;
    while ((n = fread(buf, 1, sizeof buf, stdin)) > 0) {
        printf("%08lx ", off);
        for (size_t i = 0; i < 16; i++) { if (i < n) printf(" %02x", buf[i]); else printf("   "); if (i == 7) putchar(' '); }
        printf("  |");
        for (size_t i = 0; i < n; i++) putchar(isprint(buf[i]) ? buf[i] : '.');
        puts("|");
        for (size_t i = 0; i < n; i++) { crc ^= buf[i]; for (int k = 0; k < 8; k++) crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1; }
        off += n;
    }
    printf("%08lx crc %08x\n", off, ~crc);
    return 0;
}
