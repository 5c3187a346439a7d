#include <stdio.h>
#include "init.h"

unsigned long long out16 = 20ULL;
int mix17 = 17;
long out18 = -19L;
short mix19 = 19;
unsigned int mix20 = 0U;
volatile unsigned long in21 = 0UL;
unsigned long long out22 = 6ULL;
unsigned long mix23 = 0UL;
int mix24 = 10;
int in25 = 16385;
short in26 = 2;
unsigned char in27 = 2;
short in28 = 11;
unsigned char in29 = 5;
unsigned long in30[8][4] = {
    {0xfffffffffffffff8UL, 0x13dad2e75f303fUL, 0xfffffffffffffff3UL, 9UL},
    {0xffffffff0000000fUL, 32768UL, 0xffffffff0000000aUL, 0xfffffffffffffffaUL},
    {6UL, 8290UL, 1UL, 0xfffffffffffffff2UL},
    {0x80000000UL, 0xfffffffffffffffdUL, 0xfffffffffffffff1UL, 4UL},
    {0x7c4b8UL, 0xffffffff80000003UL, 0xfffffffffffffffdUL, 0xee8224UL},
    {0x7c4b8UL, 60893UL, 0xfffffffffffffffcUL, 0xffffffffffcUL},
    {0x100000UL, 0x7fffffffUL, 0x8000000000000000UL, 3UL},
    {0x761c35d35bce249cUL, 0xfffffffffffffff9UL, 0xffffffff0000000fUL, 11UL},
};
double mix31[2][3][3] = {
    {{8388608.0, 4294967296.0, -0.0}, {9.223372036854776e18, 1.5, 7.0}, {-7.0, 1.0, 4294967296.0}},
    {
        {1.1754943508222875e-38, 3.0, 8388608.0}, {-0.0078125, 0.5, -8388608.0},
        {256.0, 100.0, 9.223372036854776e18},
    },
};
int in32[3][2][3] = {
    {{-10, 6, -11}, {19, -12, 9}}, {{16, -15, 0}, {19, -3, -1}}, {{19, 10, -17}, {2, 2, -4}},
};
struct S15 mix33[20] = {
    {{14, 11, -1}, 13, -8388608.0, -1L, 0xfffffffaU},
    {{11, -15, 6}, 17, 4294967296.0, 16L, 0xffffffffU}, {{-6, 7, 15}, 1, 32767.0, -5L, 17U},
    {{12, 10, -15}, 10, -0.5, -1L, 0xfffffff7U}, {{3, -3, -18}, -17, 0.5, -5L, 4U},
    {{-8, 9, -13}, 20, 8388608.0, 5L, 0xfffffffbU}, {{6, 1, 16}, -14, 1.5, 9L, 0xffffffefU},
    {{19, 7, 14}, 10, 9.223372036854776e18, 7L, 3U}, {{-12, 17, 11}, -8, 32767.0, -2L, 10U},
    {{0, 5, 6}, -8, -3.0, -15L, 11U}, {{-20, 7, -17}, -14, 0.0078125, -12L, 8U},
    {{9, 3, 13}, -19, 32767.0, 5L, 0xffffffeeU}, {{3, 0, -8}, -6, 256.0, -17L, 0xfffffff8U},
    {{16, -4, 18}, -11, 100.0, -18L, 0xfffffff8U}, {{4, -4, 8}, -19, 0.5, 14L, 0xfffffff0U},
    {{20, -11, 18}, -19, 65536.0, -11L, 0xffffffefU}, {{-2, 11, 9}, 2, -0.125, -18L, 0xfffffff3U},
    {{15, 10, 11}, 12, -256.0, 9L, 2U}, {{13, -10, 17}, -8, 100.0, 3L, 0xfffffffdU},
    {{20, 10, 1}, 6, 0.5, -7L, 5U},
};
int mix34[5][4] = {
    {-14, -3, 17, -13}, {5, 14, -2, -15}, {-16, -4, -2, -20}, {8, -8, -9, 13}, {-9, 7, -7, -18},
};
int mix35[4][6] = {
    {3, 5, -1, -6, 12, 4}, {-20, -14, 15, -5, -8, -20}, {-1, -17, -9, -5, 13, 4},
    {10, -15, 0, -2, -13, 18},
};
long double in36[8][4] = {
    {-10000000000.0, 256.0, 2147483648.0, 1.5}, {2.0, -0.0, 0.25, 0.0},
    {7.0, 32767.0, -4294967296.0, -0.125}, {2.0, 2.0, -256.0, -1.1754943508222875e-38},
    {-256.0, 8388608.0, 0.25, 0.125}, {-4294967296.0, 32767.0, -8388608.0, 32767.0},
    {1.5, 255.0, -16777216.0, 0.125}, {8388608.0, -10.0, 4294967296.0, 8388608.0},
};
struct S14 mix37 = {
    0, {247, 48, 5}, {0x7e4847d04d2ULL, 0x799ce75d9e9f2949ULL, 1ULL, 0xffffffffffcULL, 1ULL}, 4,
    15630885, {2147483136, 9},
};
struct S15 in38 = {{-3, 60892, 4}, -2147483646, 1.1754943508222875e-38, 255L, 9U};
struct S15 out39 = {{-17, 1, 2}, -9, -0.125, -3L, 6U};
struct S15 mix40 = {{4, -9, 15630884}, -10, 0.25, 15630885L, 0xfffffff3U};
double mix41 = -10000000000.0;
long double out42 = 256.0;
double out43 = 2147483648.0;

static unsigned long long mix(unsigned long long sum, unsigned long long value)
{
    return (sum ^ (sum >> 32) ^ value) * 0x9e3779b97f4a7c15ULL;
}

static unsigned long long bits(double value)
{
    unsigned long long bits_ = 0x7ff8000000000000ULL;
    if (value == value)
        __builtin_memcpy(&bits_, &value, sizeof(bits_));
    return bits_;
}

int main(void)
{
    unsigned long long sum = 1ULL;
    test1();
    sum = mix(sum, out16);
    sum = mix(sum, mix17);
    sum = mix(sum, out18);
    sum = mix(sum, mix19);
    sum = mix(sum, mix20);
    sum = mix(sum, out22);
    sum = mix(sum, mix23);
    sum = mix(sum, mix24);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                sum = (sum ^ (sum >> 32) ^ bits(mix31[i][j][k])) * 0x9e3779b97f4a7c15ULL;
    for (int i = 0; i < 20; i++) {
        for (int j = 0; j < 3; j++)
            sum = (sum ^ (sum >> 32) ^ mix33[i].m0[j]) * 0x9e3779b97f4a7c15ULL;
        sum = (sum ^ (sum >> 32) ^ mix33[i].m1) * 0x9e3779b97f4a7c15ULL;
        sum = (sum ^ (sum >> 32) ^ bits(mix33[i].m2)) * 0x9e3779b97f4a7c15ULL;
        sum = (sum ^ (sum >> 32) ^ mix33[i].m3) * 0x9e3779b97f4a7c15ULL;
        sum = (sum ^ (sum >> 32) ^ mix33[i].m4) * 0x9e3779b97f4a7c15ULL;
    }
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 4; j++)
            sum = (sum ^ (sum >> 32) ^ mix34[i][j]) * 0x9e3779b97f4a7c15ULL;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 6; j++)
            sum = (sum ^ (sum >> 32) ^ mix35[i][j]) * 0x9e3779b97f4a7c15ULL;
    sum = mix(sum, mix37.m0);
    for (int i = 0; i < 3; i++)
        sum = (sum ^ (sum >> 32) ^ mix37.m1[i]) * 0x9e3779b97f4a7c15ULL;
    for (int i = 0; i < 5; i++)
        sum = (sum ^ (sum >> 32) ^ mix37.m2[i]) * 0x9e3779b97f4a7c15ULL;
    sum = mix(sum, mix37.m3);
    sum = mix(sum, mix37.m4);
    for (int i = 0; i < 2; i++)
        sum = (sum ^ (sum >> 32) ^ mix37.m5[i]) * 0x9e3779b97f4a7c15ULL;
    for (int i = 0; i < 3; i++)
        sum = (sum ^ (sum >> 32) ^ out39.m0[i]) * 0x9e3779b97f4a7c15ULL;
    sum = mix(sum, out39.m1);
    sum = mix(sum, bits(out39.m2));
    sum = mix(sum, out39.m3);
    sum = mix(sum, out39.m4);
    for (int i = 0; i < 3; i++)
        sum = (sum ^ (sum >> 32) ^ mix40.m0[i]) * 0x9e3779b97f4a7c15ULL;
    sum = mix(sum, mix40.m1);
    sum = mix(sum, bits(mix40.m2));
    sum = mix(sum, mix40.m3);
    sum = mix(sum, mix40.m4);
    sum = mix(sum, bits(mix41));
    sum = mix(sum, bits(out42));
    sum = mix(sum, bits(out43));
    printf("checksum = %016llx\n", sum);
    return 0;
}
