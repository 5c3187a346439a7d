// expect: exit 0
static int days(int leap) {
    switch (leap) {
    case 0: return 365;
    case 1: return 366;
    default: __builtin_unreachable();
    }
}
int main(void) {
    return days(1) != 366;
}
