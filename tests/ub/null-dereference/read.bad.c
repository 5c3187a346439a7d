// C17 6.5.3.2p4: a null pointer is read through.
int main(void) {
    int x = 0;
    int *p = 0;
    return *p; //~ UB null-dereference
}
