#include "trigger.h"

#include <string.h>

UNKNOWN static long long bits(double x) {
    long long image;
    memcpy(&image, &x, sizeof image);
    return image;
}

TRIGGER(plus_zero) { return bits(V(double, -0.0) + 0.0); }

TRIGGER(zero_minus) { return bits(0.0 - V(double, 0.0)); }

TRIGGER(times_zero) { return bits(V(double, -3.0) * 0.0); }

TRIGGER(reassociated_reals) { return bits(V(double, 1e16) + 1.0 + 1.0); }

TRIGGER(cancelled_real) {
    double y = V(double, 1e17);
    return bits(V(double, 3.0) + y - y);
}

TRIGGER(reciprocal) { return bits(V(double, 5.0) / 49.0); }

TRIGGER(sign_of_zero) { return V(double, -0.0) < 0.0; }

TRIGGER(negated_real_compare) { return !(V(double, __builtin_nan("")) < V(double, 1.0)); }

TRIGGER(converted_unsigned) { return bits(V(unsigned char, 200)); }

TRIGGER(excess_precision) { return bits((float)V(double, 0.1)); }

TRIGGER(narrowed_operation) { return bits((float)(V(float, 1.0f) - V(double, 0.99999999999))); }

TRIGGER(rounded_twice) { return bits((float)V(long long, 0x4000004000000001)); }

TRIGGER(equal_zeros) {
    double x = V(double, -0.0);
    if (x == 0.0)
        return bits(x);
    return 5;
}
