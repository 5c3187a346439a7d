#include "trigger.h"

int g = 5, h, k;

TRIGGER(switch_past_end) {
    switch (V(int, 4)) {
    case 0: return g + 3;
    case 1: return g * 5;
    case 2: return g - 7;
    case 3: return g ^ 9;
    }
    return g;
}

TRIGGER(switch_below_zero) {
    switch (V(int, -2)) {
    case -2: return g + 3;
    case -1: return g * 5;
    case 4: return g - 7;
    }
    return g;
}

UNKNOWN int consult(int x) { return h += x; }

TRIGGER(wrong_edge) {
    int taken;
    if (V(int, 1))
        consult(3), taken = 1;
    else if (consult(4) > 9)
        taken = 0;
    else
        taken = consult(5);
    if (taken)
        k += 5;
    else
        k -= 7;
    return k;
}

TRIGGER(almost_equal_branches) {
    int x = V(int, 6);
    if (V(int, 0))
        consult(1), g = x + 3;
    else
        consult(2), g = x + 4;
    return g;
}

TRIGGER(implied_compare) {
    int x = V(int, 6), y = V(int, 6);
    if (x < y)
        return consult(1);
    consult(2);
    if (x > y)
        return consult(30);
    return 4;
}

TRIGGER(equal_in_part) {
    unsigned x = V(unsigned, 0x305);
    if ((unsigned char)x == 5)
        return consult(x);
    return 4;
}

TRIGGER(commuted_difference) {
    int x = V(int, 5), y = V(int, 9);
    return consult(x - y) * (y - x);
}

TRIGGER(value_number_of_casts) {
    int x = V(int, -5);
    return consult((long long)x > 7) + ((unsigned long long)(unsigned)x >> 4) + (long long)x;
}

TRIGGER(value_number_of_shifts) {
    int x = V(int, -5);
    return consult(x >> 4) + ((unsigned)x >> 4);
}
