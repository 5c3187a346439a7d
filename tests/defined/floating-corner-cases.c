// expect: exit 0
// stdout: 1 0 1 1
// stdout: 1 -0 1
// C17 F.3: infinities and NaN are values under IEC 60559.
#include <stdio.h>
int main(void) {
    volatile double zero = 0.0;
    double inf = 1.0 / zero, nan = inf - inf;
    printf("%d %d %d %d\n", inf > 1e300, nan == nan, nan != nan, -inf < inf);
    float f = 1e30f;
    f *= f;
    printf("%d %g %d\n", f > 1e38f, 1 / -inf, (_Bool)nan);
    return 0;
}
