// C17 6.5.3.2p4: the result of a search that found nothing is used.
#include <string.h>
#include <stdio.h>
int main(void) {
    char s[] = "key=value";
    char *p = strchr(s, ':');
    *p = 0; //~ UB null-dereference
    puts(s);
    return 0;
}
