#include "trigger.h"

TRIGGER(add_under_mask) { return (V(unsigned, 9) + 8) & 15; }

TRIGGER(shift_pair) { return (V(unsigned, -1) << 4) >> 6; }

TRIGGER(arithmetic_shift_under_mask) { return (V(int, -77) >> 20) & 0xffff; }

TRIGGER(not_through_shift) { return ~V(unsigned, 77) >> 5; }

TRIGGER(not_plus_constant) { return ~V(int, 77) + 100; }

TRIGGER(rotate_promoted) {
    unsigned short x = V(unsigned short, 0xabcd);
    return (x << 4) | (x >> 12);
}

TRIGGER(rotate_direction) {
    unsigned x = V(unsigned, 0xabcd);
    return (x << 27) | (x >> 5);
}

TRIGGER(mask_merge) { return (V(unsigned, -1) & 0xf0) | (V(unsigned, -1) & 0x0f); }

TRIGGER(add_as_or) { return (V(unsigned, 3) << 7) + V(unsigned char, 0xff); }

TRIGGER(mask_minus) { return 127 - V(unsigned char, 200); }

TRIGGER(absorption) {
    unsigned x = V(unsigned, 0x0f), y = V(unsigned, 0x3c);
    return (x & y) ^ y;
}

TRIGGER(bool_sum) { return (V(int, 5) < V(int, 6)) + (V(int, 7) < V(int, 8)); }

TRIGGER(multiply_then_divide) { return V(unsigned, 0x60000000) * 6 / 3; }

TRIGGER(magic_division) { return V(unsigned, 21) / 7; }

TRIGGER(negated_remainder) { return -(V(int, 17) % V(int, 5)); }

TRIGGER(difference_is_not_negative) { return (V(unsigned char, 3) - V(unsigned char, 8)) / 4; }
