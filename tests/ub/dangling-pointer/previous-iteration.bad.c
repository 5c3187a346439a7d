// C17 6.2.4p2: the pointer to the object of the iteration before is compared.
int main(void) {
    int *before = 0, same = 0;
    for (int i = 0; i < 2; i++) {
        int x = i;
        same += before == &x; //~ UB dangling-pointer
        before = &x;
    }
    return same > 2;
}
