#include "init.h"

long f44(struct S15 a45, int a46)
{
    int r47 = -2147483646;
    long long r48 = 0LL;
    for (int i49 = 1; i49 < in26; ++i49) {
        if (in32[0][0][i49] <= r48)
            r48 = in32[0][0][i49];
    }
    r47 = r48;
    r48 += (a46 != a45.m3 || in27) * in29;
    r48 -= (r47 == -8 || r48) + (r47 << 7);
    return (unsigned long long)(-4LL / 9223372036854775807LL) - (r47 % -6 != r47 % -6 * (r48 - (in38.m3 < a45.m3 && (in27 != in30[(short)r48][a46 + 4] && r47)) + ((a46 & -2) + ((in38.m3 >> (in28 & 63)) & 1)))) + r47;
}

static long f50(struct S15 a51, unsigned long long a52, unsigned int *a53, int a54)
{
    unsigned int r55 = 32767U;
    if (a54 > 0)
        r55 = f50(a51, a52, a53, a54 - 1);
    out42 = mix41 - (long double)in27;
    switch ((a54 == a54 && a54 > a54) & 7) {
    case 0:
        mix20 = 32768U;
        break;
    case 4:
        mix20 = -2L;
        break;
    case 1:
        mix20 = 0xfffffff1U;
        break;
    case 3:
        mix20 = -13;
        break;
    case 2:
        mix20 = 4L;
    default:
        mix20 = 0xffffffffU;
        break;
    }
    return in29 - ((int)-1 - ~in27 + (a54 << (in28 & 31)) - (-in38.m3 >> 41 == (*a53 || (int)in38.m0[(int)-2L]))) - r55;
}

void test1(void)
{
    long v56 = f44(mix40, in29 * in27 + mix35[mix34[3][2] + mix34[(unsigned int)mix17 % 5U][2] + 12][mix33[0].m1 - in32[1][0][1] - 27]);
    out16 = v56;
    long i57 = 0L;
    do {
        long v58 = f50(in38, in26 | in25 | (in29 & mix19), &mix20, 5);
        v58 ^= v58;
    } while (++i57 < in26);
    if ((mix20 < 129L) != (mix40.m0[0] | 0xfffffff6U)) {
        long i59 = 1L;
        while (i59 < in28) {
            i59 += 2;
            if (in27 > 2)
                continue;
            int v60 = v56 >> (0x7fffffffU & 63);
            out16 = v60;
        }
    }
}
