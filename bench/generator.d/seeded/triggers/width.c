#include "trigger.h"

TRIGGER(sign_of_masked) { return (signed char)(V(int, 200) & 255); }

TRIGGER(remainder_is_not_negative) { return V(int, -17) % 7; }

TRIGGER(widened_decrement) { return V(unsigned, 0) - 1; }

TRIGGER(widened_sum) { return (int)(V(unsigned, 0x7fffffff) + 1); }

TRIGGER(promoted_product) { return (int)((unsigned)V(unsigned short, 0xffff) * V(unsigned short, 0xffff)) >> 4; }

TRIGGER(reassociated_nsw) {
    int x = V(int, 0x7ffffff0);
    return (int)((unsigned)(x + 5) + 50) < 0;
}

TRIGGER(shift_back) { return V(unsigned, 3) * 4 >> 3 << 3; }

TRIGGER(narrowed_right_shift) { return (unsigned char)(V(unsigned, 0x1234) >> 4); }

TRIGGER(narrowed_arithmetic_shift) { return (unsigned short)(V(int, -77) >> 20); }

TRIGGER(narrowed_average) { return (V(unsigned char, 200) + V(unsigned char, 100)) >> 1; }

TRIGGER(byte_of_word) { return (unsigned char)(V(unsigned, 0x12345678) >> 16); }
