// C17 6.3.2.3p5: an integer constant is no object's address.
int main(void) {
    int x = 0;
    int *p = (int *)0x1000;
    return *p; //~ UB invalid-pointer
}
