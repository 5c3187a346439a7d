// expect: exit 0
#include <string.h>
struct user { char name[12]; int id; };
int main(void) {
    struct user u = { "", 7 };
    strcpy(u.name, "bartholomew");
    return u.id != 7;
}
