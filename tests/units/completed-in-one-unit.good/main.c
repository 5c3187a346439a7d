// expect: exit 0
// stdout: up 1 2 7
// C17 6.2.7p1: `struct counter` is complete in the other unit only.
#include "counter.h"
#include <stdio.h>
int main(void) {
    Handle handle = open_counter("up"), copy = handle;
    struct counter *last = counters[1];
    int one = count(&handle), two = count(&copy);
    printf("%s %d %d %d\n", handle.name, one, two, count_of(last));
    return counters[0] != &shared;
}
