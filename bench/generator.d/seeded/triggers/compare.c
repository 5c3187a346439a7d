#include "trigger.h"

TRIGGER(extended_compare_keeps_sign) { return V(unsigned char, 200) < 100; }

TRIGGER(narrowed_compare_constant) { return (unsigned)V(signed char, -100) < 200u; }

TRIGGER(equality_ignores_high_bits) { return (unsigned char)(V(unsigned, 0x12305) >> 8) == 0x23; }

TRIGGER(remainder_as_mask) { return V(int, -3) % 4 == 1; }

TRIGGER(joined_range) {
    int x = V(int, 5);
    return x > 5 && x < 10;
}

TRIGGER(equal_to_either) {
    int x = V(int, 5);
    return (x == 3) | (x == 5);
}

TRIGGER(power_of_two_test) {
    unsigned x = V(unsigned, 0);
    return (x & (x - 1)) == 0;
}

TRIGGER(mixed_sign_compares) {
    int x = V(int, -1), y = V(int, 1);
    return (x < y) & ((unsigned)x < (unsigned)y);
}

TRIGGER(negated_compare) { return !(V(int, 5) < V(int, 5)); }

TRIGGER(overflow_check) {
    unsigned a = V(unsigned, 5), b = V(unsigned, 0);
    return a + b <= a;
}

TRIGGER(common_addend) {
    unsigned a = V(unsigned, -5), b = V(unsigned, 3), c = V(unsigned, 9);
    return a + b < a + c;
}

TRIGGER(compare_sum_with_constant) { return (int)(V(unsigned, 0x7ffffffe) + 5) < 100; }

TRIGGER(compare_shifted_left) { return V(unsigned, 0x10000001) << 4 == 16; }

TRIGGER(compare_shifted_right) { return V(unsigned, 85) >> 4 > 5; }

TRIGGER(compare_quotient) { return V(unsigned, 21) / 7 == 2; }

TRIGGER(unsigned_minimum) {
    int x = V(int, 5) - V(int, 9);
    return x < 100 ? x : 100;
}

TRIGGER(clamp_order) {
    int x = V(int, 5);
    x = x < 0 ? 0 : x;
    return x > 9 ? 9 : x;
}

TRIGGER(absolute_of_narrowed) {
    int x = V(int, -200);
    volatile signed char narrow = x < 0 ? -x : x;
    return narrow;
}

TRIGGER(saturating_difference) {
    int a = V(int, 5), b = V(int, -3);
    return a > b ? a - b : 0;
}

TRIGGER(select_of_bit) { return (V(unsigned, 0x40) & 0x40) == 0 ? 4 : 0u; }

TRIGGER(select_not_equal) { return V(int, 5) != V(int, 6) ? 17 : 29; }

TRIGGER(equality_in_wrong_arm) {
    int x = V(int, 5);
    return x == 4 ? 11 : x + 3;
}
