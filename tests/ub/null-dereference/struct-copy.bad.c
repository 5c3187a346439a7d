// C17 6.5.3.2p4: a structure is copied from a null pointer.
struct big { int a[8]; };
static struct big zero;
static struct big *find(int k) { return k ? &zero : 0; }
int main(void) {
    struct big b = *find(0); //~ UB null-dereference
    return b.a[7];
}
