#include "trigger.h"

#include <string.h>

int a[16] = {1, 2, 3, 4, 5, 6, 7, 8};
int g = 5, h = 6;
int *p = &g;
union {
    int whole;
    short half;
} u = {0x12345};
struct wide {
    int member[9];
} s, t;
struct fields {
    unsigned low : 5, middle : 7, high : 9;
} f;
struct odd {
    char byte[11];
} o, q;

UNKNOWN void write_g(int x) { g = x; }
UNKNOWN int read_g(void) { return g; }

TRIGGER(variable_subscripts) {
    int i = V(int, 3), j = V(int, 3), before = a[i];
    a[j] = before + 40;
    return a[i];
}

TRIGGER(constant_subscript) {
    int before = a[4];
    a[V(int, 4)] = before + 40;
    return a[4];
}

TRIGGER(accesses_of_different_size) {
    int before = u.whole;
    u.half = before + 40;
    return u.whole;
}

TRIGGER(escaped_global) {
    int before = g;
    *p = before + 40;
    return g;
}

TRIGGER(call_without_pointers) {
    int before = g;
    write_g(before + 40);
    return g;
}

TRIGGER(copied_block) {
    int before = s.member[2];
    t.member[2] = V(int, 7);
    s = t;
    return s.member[2] + before;
}

TRIGGER(partly_overwritten) {
    u.whole = V(int, 0x777777);
    u.half = V(short, 5);
    return u.whole;
}

TRIGGER(store_before_call) {
    g = V(int, 7);
    int seen = read_g();
    g = V(int, 8);
    return seen;
}

TRIGGER(store_before_subscript) {
    a[2] = V(int, 7);
    int seen = a[V(int, 2)];
    a[2] = V(int, 8);
    return seen;
}

TRIGGER(merged_stores) {
    a[6] = 11;
    a[7] = 22;
    return a[V(int, 6)];
}

TRIGGER(narrowed_load) {
    static unsigned long long word = 0x123456789abcdef0;
    word ^= V(int, 1);
    unsigned long long loaded = *(unsigned long long *)(V(int, 1) ? &word : 0);
    return (unsigned short)(loaded >> 32);
}

TRIGGER(straddling_bit_field) {
    f.middle = V(unsigned, 0x7f);
    return f.middle;
}

TRIGGER(copied_tail) {
    memset(&o, V(int, 3), sizeof o);
    q = o;
    return q.byte[V(int, 9)];
}

char cleared[40];
UNKNOWN void clear(void) {
    for (int i = 0; i < 40; i++)
        cleared[i] = 0;
}

TRIGGER(cleared_tail) {
    cleared[V(int, 35)] = 7;
    clear();
    return cleared[V(int, 35)];
}

TRIGGER(copy_of_copy) {
    struct wide copy, *from = &s, *to = &t;
    copy = *from;
    from->member[1] = V(int, 99);
    *to = copy;
    return to->member[1];
}
