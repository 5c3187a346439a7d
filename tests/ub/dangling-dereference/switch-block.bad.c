// C17 6.2.4p6: the local of one case's block is used after the switch.
int main(void) {
    int *p = 0, k = 1;
    switch (k) {
    case 1: {
        int x = 0;
        p = &x;
        break;
    }
    }
    return *p; //~ UB dangling-dereference
}
