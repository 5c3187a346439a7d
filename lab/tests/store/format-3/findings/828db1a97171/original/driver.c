#include <stdio.h>
#include "init.h"

const unsigned char in13 = 20;
int out14 = 0;
const unsigned int in15 = 11U;
char mix16 = 0;
const unsigned char in17 = 9;
const long in18 = 4L;
const long in19 = 15L;
const unsigned int in20 = 4U;
const double in21[16] = {
    -1.0, -1.1754943508222875e-38, 255.0, 1.1754943508222875e-38, 1.1754943508222875e-38, 0.25,
    1.1754943508222875e-38, 100.0, -100.0, 1024.0, 256.0, 2147483648.0, 8388608.0, -7.0, 100.0,
    1.0,
};
enum enum10 out22[10] = {-1, 17, -16, -18, 2, -17, 2, 5, -18, 2};
const short in23[20] = {
    11, -20, 4, 2, 1, -20, -15, 14, 1, -4, -1, -4, 11, -4, 6, 5, -6, -2, -12, 18,
};
const struct S11 in24 = {18, 0xfffffff5U, 0xffffffffffffffedULL, 65516, 0xfffffff5U, 0, 2U};
struct S11 out25 = {1, 0xfffffffeU, 0xfffffffffffffff2ULL, 6, 10U, 1, 1024U};
const struct S11 in26 = {0, 1U, 2ULL, 3, 4U, 0, 6U};
union U12 mix27 = {-6};
const union U12 in28 = {0};
long double mix29 = -4294967296.0;
long double mix30 = 3.0;
const short *ptr31 = &in23[18];

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
    sum = mix(sum, out14);
    sum = mix(sum, mix16);
    for (int i = 0; i < 10; i++)
        sum = (sum ^ (sum >> 32) ^ out22[i]) * 0x9e3779b97f4a7c15ULL;
    sum = mix(sum, out25.m0);
    sum = mix(sum, out25.m1);
    sum = mix(sum, out25.m2);
    sum = mix(sum, out25.m3);
    sum = mix(sum, out25.m4);
    sum = mix(sum, out25.m5);
    sum = mix(sum, out25.m6);
    sum = mix(sum, mix27.m0);
    sum = mix(sum, bits(mix29));
    sum = mix(sum, bits(mix30));
    printf("checksum = %016llx\n", sum);
    return 0;
}
