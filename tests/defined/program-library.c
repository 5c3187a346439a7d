// expect: exit 0
// stdout: sqrt 0 errno 33
// stdout: log0 -inf errno 34
// stdout: log-1 0 errno 33
// stdout: exp inf errno 34
// stdout: exp- 0 errno 34
// stdout: pow 0 errno 33
// stdout: pow0 inf errno 34
// stdout: powu 0 errno 34
// stdout: pow00 0 errno 0
// stdout: acos 0 errno 33
// stdout: fmod 0 errno 33
// stdout: erf 0.520499877813047 errno 0
// stdout: erfc 0.479500122186953 errno 0
// stdout: tgamma 52.3427777845535 errno 0
// stdout: lgamma 12.8018274800815 errno 0
// stdout: tgamma0 inf errno 34
// stdout: asinh 0.881373587019543 errno 0
// stdout: acosh 1.31695789692482 errno 0
// stdout: atanh 0.549306144334055 errno 0
// stdout: atanh1 inf errno 34
// stdout: acosh0 0 errno 33
// stdout: nt 1 errno 0
// stdout: log inf inf errno 0
// stdout: exp -inf 0 errno 0
// stdout: hyp 1.4142135623731e+308 errno 0
// stdout: ldexp 8 errno 0
// stdout: cbrt 3 errno 0
// stdout: expm1 1.00000500001667e-05 errno 0
// stdout: log1p -inf errno 34
// stdout: 0 Success
// stdout: 7 Argument list too long
// stdout: 14 Bad address
// stdout: 21 Is a directory
// stdout: 28 No space left on device
// stdout: 35 Resource deadlock avoided
// stdout: -14 -2
// stdout: <a><b><><c>
// stdout: llo
// stdout: 3 [z] inf 34
// stdout: 18446744073709551615 1295 9223372036854775807 34
// stdout: 1 1 81
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <inttypes.h>
static void show(const char *what, double value) { printf("%s %.15g errno %d\n", what, value, errno); errno = 0; }
int main(void) {
    volatile double zero = 0; errno = 0;
    show("sqrt", sqrt(-1) == 0); show("log0", log(0)); show("log-1", log(-1) == 0); show("exp", exp(1000)); show("exp-", exp(-1000));
    show("pow", pow(-8, 1.0 / 3) == 0); show("pow0", pow(zero, zero - 1)); show("powu", pow(zero + 2, -2000)); show("pow00", pow(0, 3)); show("acos", acos(2) == 0); show("fmod", fmod(1, 0) == 0);
    show("erf", erf(0.5)); show("erfc", erfc(0.5)); show("tgamma", tgamma(5.5)); show("lgamma", lgamma(10)); show("tgamma0", tgamma(0)); show("asinh", asinh(1)); show("acosh", acosh(2)); show("atanh", atanh(0.5)); show("atanh1", atanh(1)); show("acosh0", acosh(0) == 0);
    show("nt", nexttoward(1, 2.0L)); show("log inf", log(INFINITY)); show("exp -inf", exp(-INFINITY)); show("hyp", hypot(1e308, 1e308)); show("ldexp", ldexp(1, 3)); show("cbrt", cbrt(27)); show("expm1", expm1(1e-5)); show("log1p", log1p(-1));
    for (int i = 0; i < 40; i += 7) printf("%d %s\n", i, strerror(i));
    
    imaxdiv_t q = imaxdiv(-100, 7); printf("%" PRIdMAX " %" PRIdMAX "\n", q.quot, q.rem);
    char buf[] = "a,b;;c"; for (char *s = buf, *t; (t = strsep(&s, ",;"));) printf("<%s>", t);
    printf("\n%s\n", strpbrk("hello", "xl"));
    char *end; double d = strtod(" 0x1.8p1z", &end); printf("%g [%s]", d, end);  float fl = strtof("1e50", NULL); printf(" %g %d\n", fl, errno);
    errno = 0; printf("%lu %lld", strtoul("-1", NULL, 10), strtoll("zz", NULL, 36)); long big = strtol("9223372036854775808", NULL, 10); printf(" %ld %d\n", big, errno);
    
    printf("%d %d %d\n", !!isalpha('x'), !!ispunct('_'), toupper('q'));
    return 0;
}
