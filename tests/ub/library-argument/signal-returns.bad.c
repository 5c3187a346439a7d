// C17 7.14.1.1p3: the handler of SIGFPE returns.
#include <signal.h>
static void handle(int signal) {
    (void)signal;
}
int main(void) {
    signal(SIGFPE, handle);
    return raise(SIGFPE); //~ UB library-argument
}
