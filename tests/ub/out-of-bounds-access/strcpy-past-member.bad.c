// C17 7.24.2.3p2: the array that s1 points to is the member, not the structure around it.
#include <string.h>
struct user { char name[8]; int id; };
int main(void) {
    struct user u = { "", 7 };
    strcpy(u.name, "bartholomew"); //~ UB out-of-bounds-access
    return u.id == 7;
}
