#include <stdio.h>
#include "init.h"

long out4 = 0L;
signed char in5 = 31;
unsigned long long mix6 = 0ULL;
unsigned short out7 = 9178;
long long mix8 = 33554433LL;
unsigned int mix9 = 0U;
volatile unsigned long out10 = 2UL;
long in11 = 7L;
unsigned char in12 = 15;
long in13 = 14L;
unsigned char in14 = 16;
signed char mix15[17] = {-18, 4, -1, -19, -5, -10, 7, 2, -5, -2, -18, 8, 9, 6, 17, -12, 9};
signed char out16[4][3] = {{33, -1, -48}, {0, -105, 0}, {1, -62, 0}, {2, 9, -127}};
struct S1 out17 = {
    {
        0xfffffffffffffffaUL, 0xffffffffffffffeeUL, 0xfffffffffffffff5UL, 7UL,
        0xfffffffffffffffaUL, 19UL, 16UL,
    },
    -1.1754943508222875e-38,
};
struct S1 out18 = {
    {0x6a4d79c77UL, 0x6a4d79c78UL, 129UL, 0x5a6b3UL, 0x21fe642a64UL, 0x800000000001UL, 0x20000UL},
    0.0,
};
struct S1 out19 = {
    {
        0xffffffde019bd59bUL, 0x4000000000000UL, 0x6a4d79c79UL, 0xfffffffdUL, 0x6f43d0UL,
        0xffffffffff90bc30UL, 0x1000000000UL,
    },
    2147483648.0,
};
struct S2 mix20 = {1, 0};
struct S2 out21 = {0, 1};
struct S3 in22 = {0, {{0UL, 1UL, 2UL, 3UL, 4UL, 5UL, 6UL}, 32767.0}};
struct S3 out23 = {
    1,
    {
        {0xf6c7bcd98UL, 64UL, 0x10001UL, 0x346e12cbe84fe0UL, 0xfffffffffffefffeUL, 10143UL, 0xfffffUL},
        -0.25,
    },
};
struct S3 mix24 = {0, {{0UL, 1UL, 2UL, 3UL, 4UL, 5UL, 6UL}, -2147483648.0}};
double out25 = -2147483648.0;
double mix26 = 0.0;

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
    sum = mix(sum, out4);
    sum = mix(sum, mix6);
    sum = mix(sum, out7);
    sum = mix(sum, mix8);
    sum = mix(sum, mix9);
    sum = mix(sum, out10);
    for (int i = 0; i < 17; i++)
        sum = (sum ^ (sum >> 32) ^ mix15[i]) * 0x9e3779b97f4a7c15ULL;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            sum = (sum ^ (sum >> 32) ^ out16[i][j]) * 0x9e3779b97f4a7c15ULL;
    for (int i = 0; i < 7; i++)
        sum = (sum ^ (sum >> 32) ^ out17.m0[i]) * 0x9e3779b97f4a7c15ULL;
    sum = mix(sum, bits(out17.m1));
    for (int i = 0; i < 7; i++)
        sum = (sum ^ (sum >> 32) ^ out18.m0[i]) * 0x9e3779b97f4a7c15ULL;
    sum = mix(sum, bits(out18.m1));
    for (int i = 0; i < 7; i++)
        sum = (sum ^ (sum >> 32) ^ out19.m0[i]) * 0x9e3779b97f4a7c15ULL;
    sum = mix(sum, bits(out19.m1));
    sum = mix(sum, mix20.m0);
    sum = mix(sum, mix20.m1);
    sum = mix(sum, out21.m0);
    sum = mix(sum, out21.m1);
    sum = mix(sum, out23.m0);
    for (int i = 0; i < 7; i++)
        sum = (sum ^ (sum >> 32) ^ out23.m1.m0[i]) * 0x9e3779b97f4a7c15ULL;
    sum = mix(sum, bits(out23.m1.m1));
    sum = mix(sum, mix24.m0);
    for (int i = 0; i < 7; i++)
        sum = (sum ^ (sum >> 32) ^ mix24.m1.m0[i]) * 0x9e3779b97f4a7c15ULL;
    sum = mix(sum, bits(mix24.m1.m1));
    sum = mix(sum, bits(out25));
    sum = mix(sum, bits(mix26));
    printf("checksum = %016llx\n", sum);
    return 0;
}
