// C17 4p2: __builtin_unreachable() is reached.
static int days(int leap) {
    switch (leap) {
    case 0: return 365;
    case 1: return 366;
    default: __builtin_unreachable(); //~ UB unreachable
    }
}
int main(void) {
    return days(2) != 366;
}
