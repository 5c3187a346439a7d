// expect: exit 0
// stdout: 0 1 2 3 3 5 6 7 8 9
// C17 6.5.2.2p11: an ordinary program: pointers into one array, recursion, swaps.
#include <stdio.h>
static void sort(int *first, int *last) {
    if (last - first < 2)
        return;
    int pivot = last[-1], *store = first;
    for (int *p = first; p != last - 1; p++)
        if (*p < pivot) {
            int t = *p;
            *p = *store;
            *store++ = t;
        }
    last[-1] = *store;
    *store = pivot;
    sort(first, store);
    sort(store + 1, last);
}
int main(void) {
    int v[10] = { 5, 3, 9, 1, 7, 3, 8, 0, 2, 6 };
    sort(v, v + 10);
    for (int i = 0; i < 10; i++)
        printf("%d%s", v[i], i < 9 ? " " : "\n");
    return 0;
}
