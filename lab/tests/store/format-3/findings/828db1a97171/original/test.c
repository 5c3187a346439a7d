#include "init.h"

static short f32(long a33)
{
    signed char r34 = 0;
    out22[(int)(long)*ptr31 + 19] = (enum enum5)-1;
    mix16 += 4 ^ in23[17];
    const long long v35 = !in17 - (0xfffc000000000001ULL != 0xffffffffe000ULL && *ptr31 >= 0);
    short r36 = 3;
    for (unsigned int i37 = 0U; i37 <= 19U; ++i37) {
        r36 -= (in23[19 - i37] & in20) << 1;
    }
    out22[(unsigned int)in20 % 10U] = r36;
    out25.m2 = (unsigned short)((1U ^ in23[(unsigned int)in19 % 20U]) & ((unsigned int)r34 >= (unsigned int)in24.m3 ? (unsigned int)r34 - (unsigned int)in24.m3 : 0U));
    if ((in21[r36 & 15] != 2147483648.0) != 0xfffffffffffffff8ULL >> in19) {
        out22[7] = ((*ptr31 >> (in20 & 31)) - (v35 ^ 16L)) * ((unsigned char)9223372036854775806L >> 15);
        a33 -= -1125899906842624L < -10 || 2ULL;
        r36 = in23[(unsigned int)in17 % 20U];
        mix16 = in24.m2 % 0x400000ULL;
        mix30 = (long double)mix30 / (long double)mix29 * (long double)mix29 * mix29;
    }
    mix30 = (in21[in17 & 15] - 2147483648.0) / (mix30 + 4294967296.0);
    out22[3] = (14ULL ? -9L ^ 0xffffffffffffffffUL : (signed char)-67108833) & ((double)in21[in19 & 15] * (double)7.0 + 9.223372036854776e18 * (double)7.0 == mix30 * -7.0);
    out14 = v35;
    return ~15L ^ r34;
}

void test1(void)
{
    for (long i38 = 0L; i38 < 2L; ++i38) {
        short v39 = f32((unsigned int)mix16 == (mix30 < in21[i38]));
        out22[i38 + 7] = v39;
    }
    switch (in19) {
    case 255:
        mix16 = 5L;
        break;
    case -14:
        mix16 = -15;
        break;
    case 1125899906842610:
        mix16 = -13;
        break;
    case 254:
        mix16 = -13;
    case 1125899906842611:
        mix16 = -15;
        break;
    case 253:
        mix16 = 15;
        break;
    case 1125899906842612:
        mix16 = 0xffffffffffff07ffULL;
        break;
    case 256:
        mix16 = 63489U;
        break;
    case 1125899906842609:
        mix16 = -16377;
        break;
    case -4611686018427387903:
        mix16 = -2;
        break;
    case 1125899906842608:
        mix16 = 11ULL;
    case -7:
        mix16 = 4294967297L;
        break;
    case -8:
        mix16 = 2L;
        break;
    default:
        mix16 = -2;
    }
}
