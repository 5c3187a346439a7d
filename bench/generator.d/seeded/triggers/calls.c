#include "trigger.h"

int g = 5;
struct large {
    int member[8];
} large = {{1, 2, 3, 4, 5, 6, 7, 8}};
struct pair {
    long first, second;
};

UNKNOWN int alternating(int n) {
    if (n <= 0)
        return 3;
    return n * n - alternating(n - 1);
}

TRIGGER(reversed_accumulator) { return alternating(V(int, 7)); }

UNKNOWN int of_three(int a, int b, int c) { return a + 3 * b - 5 * c; }

TRIGGER(swapped_arguments) { return of_three(V(int, 1), V(int, 2), 3); }

UNKNOWN static int by_constant(int a, int b) { return a * 3 + b; }

TRIGGER(majority_constant) { return by_constant(V(int, 2), 7) + by_constant(V(int, 3), 7) - by_constant(V(int, 4), 8); }

UNKNOWN int at_most_nine(int x) { return x > 9 ? g : x; }

TRIGGER(returned_argument) { return at_most_nine(V(int, 12)); }

UNKNOWN int plus_g(int x) { return x + g; }

TRIGGER(repeated_call) {
    int x = V(int, 3), before = plus_g(x);
    g = V(int, 50);
    return plus_g(x) - before;
}

UNKNOWN int changes(struct large copy) {
    copy.member[2] += V(int, 40);
    return copy.member[2];
}

TRIGGER(elided_copy) { return changes(large) + large.member[2]; }

UNKNOWN struct pair both(long x) { return (struct pair){x, x * x}; }

TRIGGER(second_half) { return both(V(long, 7)).second; }
