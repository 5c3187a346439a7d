/* All of this is defined (or implementation-defined, as GCC does it on x86-64), whatever it looks like. */
#include <limits.h>
#include <stdio.h>

struct flags {
    unsigned small : 3;
    signed wide : 5;
};

static void duff(char *to, const char *from, int count)
{
    int rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--rounds > 0);
    }
}

int main(void)
{
    unsigned char byte = 255;
    unsigned short big = 65535;
    struct flags flags = {.small = 9, .wide = -1};
    char text[12];
    duff(text, "jump around", sizeof text);

    printf("-1 < 1u                %d\n", -1 < 1u);
    printf("sizeof 'a'             %d\n", (int)sizeof 'a');
    printf("(unsigned char)255 + 1 %d\n", byte + 1);
    printf("~(unsigned char)0      %d\n", ~(unsigned char)0);
    printf("(signed char)200       %d\n", (signed char)200);
    printf("UINT_MAX + 1           %u\n", UINT_MAX + 1);
    printf("big << 15              %u\n", (unsigned)big << 15);
    printf("9 in three bits        %d\n", flags.small);
    printf("2[\"abc\"]               %c\n", 2["abc"]);
    printf("-7 / 2, -7 %% 2         %d, %d\n", -7 / 2, -7 % 2);
    printf("Duff's device          %s\n", text);
    return 0;
}
