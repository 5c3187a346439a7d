// expect: exit 0
int main(void) {
    int *p = 0, k = 1;
    int x = 0;
    switch (k) {
    case 1: {
        p = &x;
        break;
    }
    }
    return *p;
}
