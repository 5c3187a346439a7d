#include "trigger.h"

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned u4 __attribute__((vector_size(16)));

static int numbers[64];

UNKNOWN static void fill(int seed) {
    for (int i = 0; i < 64; i++)
        numbers[i] = i * 37 % 101 - seed;
}

UNKNOWN static long long hash4(v4 x) { return x[0] + 3LL * x[1] + 5LL * x[2] + 7LL * x[3]; }

TRIGGER(constant_of_first_lane) {
    v4 x = {V(int, 1), V(int, 2), V(int, 3), V(int, 4)};
    x = x + (v4){10, 20, 30, 40};
    return x[2];
}

TRIGGER(lanes_greater_or_equal) {
    v4 x = {V(int, 1), V(int, 2), V(int, 3), V(int, 4)}, y = {V(int, 1), V(int, 3), V(int, 2), V(int, 4)};
    return hash4(x >= y);
}

TRIGGER(uniform_shift) {
    v4 x = {V(int, 1), V(int, 2), V(int, 3), V(int, 4)};
    return hash4(x << (v4){1, 2, 3, 4});
}

TRIGGER(shuffle_operand) {
    v4 x = {V(int, 1), V(int, 2), V(int, 3), V(int, 4)}, y = {V(int, 5), V(int, 6), V(int, 7), V(int, 8)};
    return hash4(__builtin_shufflevector(x, y, 0, 4, 3, 5));
}

TRIGGER(forgotten_reversal) {
    static int copy[64];
    fill(0);
    for (int i = 63; i >= 0; i--)
        copy[63 - i] = numbers[i] + 3;
    return copy[V(int, 7)];
}

TRIGGER(reduction_sign) {
    int least = 1000;
    fill(0);
    numbers[V(int, 5)] = -3;
    for (int i = 0; i < 64; i++)
        least = numbers[i] < least ? numbers[i] : least;
    return least;
}

TRIGGER(true_lanes) {
    u4 x = {V(int, 1), V(int, 2), V(int, 3), V(int, 4)}, y = {V(int, 3), V(int, 3), V(int, 3), V(int, 3)};
    return hash4((v4)(x < y));
}

TRIGGER(last_lane) { return hash4((v4){V(int, 1), V(int, 2), V(int, 3), V(int, 4)}); }
