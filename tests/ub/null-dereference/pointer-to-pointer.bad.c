// C17 6.5.3.2p4: the pointer that the pointer points to is null.
int main(void) {
    int x = 1, *p = 0, **pp = &p;
    **pp = 3; //~ UB null-dereference
    return x != 3;
}
