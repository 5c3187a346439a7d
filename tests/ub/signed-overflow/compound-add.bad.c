// C17 6.5p5: a running sum leaves int.
#include <stdio.h>
int main(void) {
    int sum = 0;
    for (int i = 0; i < 5; i++)
        sum += 500000000; //~ UB signed-overflow
    printf("%d\n", sum);
    return 0;
}
