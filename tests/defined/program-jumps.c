// expect: exit 5
// stdout: 0: 100001 (2)
// stdout: 1: 1010 (2)
// stdout: 2: 100000 (2)
// stdout: 3: 100025 (5)
// stdout: 4: 1052 (5)
// stdout: 5: 100000 (5)
// stdout: 30 5
// stdout: back
// stdout: signal 1 1
// stdout: 0
// stdout: minus seven
// stdout: second
// stdout: first registered, last called
// stdout: first registered, last called
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* Exceptions as a stack of jump buffers, as many libraries have them. */
struct handler { jmp_buf env; struct handler *outer; };
static struct handler *handlers;
static int thrown;
#define TRY { struct handler h_; h_.outer = handlers; handlers = &h_; if (setjmp(h_.env) == 0) {
#define CATCH handlers = h_.outer; } else { handlers = h_.outer;
#define END } }
static _Noreturn void throw(int code) { thrown = code; longjmp(handlers->env, code); }
static int risky(int n) { if (n % 3 == 2) throw(n); return n * n; }
static int nested(int n) {
    volatile int result = 0;
    TRY
        result += risky(n);
        TRY
            result += risky(n + 1);
        CATCH
            result += 1000;
        END
        result += risky(n + 2);
    CATCH
        result += 100000;
    END
    return result;
}
static void first(void) { printf("first registered, last called\n"); }
static void second(void) { printf("second\n"); atexit(first); }
static volatile sig_atomic_t seen;
static void on_signal(int sig) { seen = sig; }
/* A generator: goes back into a loop of its own. */
static int count_down(int from) {
    jmp_buf again;
    volatile int left = from, turns = 0;
    while (setjmp(again) < 5) { turns++; if (left-- > 0) longjmp(again, turns); return turns * 10; }
    return turns;
}
static int depth(int n, jmp_buf env) { char pad[16]; memset(pad, n, sizeof pad); if (n == 0) longjmp(env, 0); return depth(n - 1, env) + pad[3]; }
int main(void) {
    atexit(first);
    atexit(second);
    for (int i = 0; i < 6; i++) { int r = nested(i); printf("%d: %d (%d)\n", i, r, thrown); }
    printf("%d %d\n", count_down(2), count_down(9));
    jmp_buf deep;
    if (!setjmp(deep)) printf("%d\n", depth(50, deep)); else printf("back\n");
    if (signal(SIGUSR1, on_signal) == SIG_ERR) return 1;
    raise(SIGUSR1);
    printf("signal %d %d\n", seen == SIGUSR1, signal(SIGUSR1, SIG_IGN) == on_signal);
    printf("%d\n", raise(SIGUSR1));
    switch (setjmp(deep)) { case 0: longjmp(deep, -7); case -7: puts("minus seven"); break; default: puts("?"); }
    exit(thrown);
}
