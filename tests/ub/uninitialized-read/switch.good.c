// expect: exit 0
int main(void) {
    int x = 2;
    switch (x) {
    case 1: return 1;
    default: return 0;
    }
}
