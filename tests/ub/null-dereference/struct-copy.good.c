// expect: exit 0
struct big { int a[8]; };
static struct big zero;
static struct big *find(int k) { return k ? &zero : 0; }
int main(void) {
    struct big b = *find(1);
    return b.a[7];
}
