// expect: exit 0
#include <signal.h>
static void handle(int signal) {
    (void)signal;
}
int main(void) {
    signal(SIGTERM, handle);
    return raise(SIGTERM);
}
