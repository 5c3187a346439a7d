#include "trigger.h"

int a[64], b[64];
unsigned char wide[300];

UNKNOWN void fill(void) {
    for (int i = 0; i < 64; i++)
        a[i] = b[i] = i * 37 % 101;
}

TRIGGER(last_partial_step) {
    int sum = 0;
    fill();
    for (int i = 0; i < 10; i += 3)
        sum += a[i];
    return sum;
}

TRIGGER(inclusive_bound) {
    int sum = 0, n = V(int, 7);
    fill();
    for (int i = 0; i <= n; i++)
        sum += a[i];
    return sum;
}

TRIGGER(down_to_zero) {
    int sum = 0;
    for (int i = 9; i >= 0; i--)
        sum += i + 1;
    return sum;
}

TRIGGER(counter_from_negative) {
    long long sum = 0;
    for (int i = -3; i < 4; i++)
        sum += i * V(long long, 5);
    return sum;
}

TRIGGER(counter_that_wraps) {
    int sum = 0;
    for (unsigned char i = 250; i != 5; i++)
        sum += i * V(int, 3);
    return sum;
}

TRIGGER(reversed_order) {
    unsigned value = V(unsigned, 1);
    fill();
    for (int i = 0; i < 20; i++)
        value = (value << 3) - a[i];
    return value;
}

TRIGGER(interchanged_nest) {
    int last = 0;
    fill();
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            a[i * 8 + j] += last;
            last = a[j * 8 + i];
        }
    return a[V(int, 37)] + last;
}

TRIGGER(hoisted_load) {
    int sum = 0;
    fill();
    for (int i = 0; i < 40; i++) {
        sum += a[3];
        if (b[i] > 60)
            a[b[i] & 3] = i;
    }
    return sum;
}

TRIGGER(sunk_store) {
    int sum = 0, n = V(int, 40);
    fill();
    for (int i = 0; i < n; i++) {
        a[5] = i;
        sum += a[b[i] & 7];
    }
    return sum;
}

TRIGGER(value_at_exit) {
    int i;
    fill();
    for (i = 0; i < 40;) {
        i++;
        if (a[i] == 57)
            break;
        b[i] = i;
    }
    return i;
}

TRIGGER(dropped_last_element) {
    int sum = 0;
    fill();
    for (int i = 0; i < 43; i++)
        sum += a[i];
    return sum;
}

TRIGGER(independent_iterations) {
    fill();
    for (int i = 0; i < 60; i++)
        a[i + 2] = a[i] + b[i];
    return a[V(int, 50)];
}

TRIGGER(lost_remainder) {
    unsigned n = V(unsigned, 7);
    fill();
    for (unsigned i = 0; i < n; i++)
        a[i] ^= b[i + 1];
    return a[V(int, 6)];
}
