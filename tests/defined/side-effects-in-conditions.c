// expect: exit 0
// stdout: 5 26 3
// C17 6.8p4: a controlling expression is a full expression.
#include <stdio.h>
int main(void) {
    int a[5] = { 3, 1, 4, 1, 5 }, i = 0, n = 0, *p = a;
    while (i < 5 && a[i++] != 4)
        n += i;
    if ((n = i) > 2)
        n = n + i++;
    switch (i++) {
    case 4: n += i; break;
    }
    do
        n += *p;
    while (*p++ != 4);
    for (int k = i; k-- > 3; n += k)
        ;
    printf("%d %d %d\n", i, n, (int)(p - a));
    return 0;
}
