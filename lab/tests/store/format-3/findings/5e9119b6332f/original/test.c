#include "init.h"

static int f27(char a28, int a29)
{
    long long r30 = 104617374LL;
    if (a29 > 0)
        r30 = f27(a28 | -1, a29 - 1);
    const long long v31 = (a29 & ((long)((unsigned long)in13 << (mix15[6] & 63)) / in11)) - (a28 | (a29 > in12));
    mix15[4] += (((0x80000000ULL << 59) | (194L & 0x27e06dUL)) ^ (int)in14) << 21;
    int v32 = (-2147483648.0 == (double)a29) % r30 || in13 != 33554433L;
    mix6 ^= v31 | v32;
    char t33 = 5;
    return v31 + (((a29 - r30 + mix24.m0 * mix24.m1.m0[(unsigned int)in12 % 7U]) & (int)(unsigned short)mix15[8]) - ((mix15[(unsigned int)in14 % 17U] & v32) - (long long)48732926958L - ((t33 = a28) - r30))) - r30;
}

void test1(void)
{
    for (int i34 = 5; i34 >= 2; --i34) {
        int v35 = f27((mix6 << 52) + mix8, 3);
        mix15[6] = v35;
    }
    switch (((mix9 | mix15[(unsigned int)in13 % 17U]) % mix15[2]) & 1) {
    case 0:
        mix8 = 33;
        break;
    case 1:
        mix8 = -48732926959L;
        break;
    default:
        mix8 = 207850;
        break;
    }
    int v36 = f27((signed char)(mix8 - mix15[5]), 3);
    mix15[9] ^= v36;
    if (-2147483647 <= mix6 * -1048576 * (195UL > 0x65dc35d50fUL ? 8191 : in5))
        goto L37;
    {
        out4 = (int)in5;
        mix15[(unsigned int)v36 % 17U] -= 0x7fffffffU * mix15[(unsigned int)mix8 % 17U] / 6L * +(in11 * -600451826 / 34359738368L >= (long)v36 ? in11 * -600451826 / 34359738368L : (long)v36);
    }
L37:;
    ;
    mix9 += in14 == mix6;
}
