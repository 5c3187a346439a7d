// C17 6.3.2.3p5: a sentinel pointer is dereferenced.
#define TOMBSTONE ((int *)16)
static int get(int **slots, int i) {
    return *slots[i]; //~ UB invalid-pointer
}
int main(void) {
    int x = 5;
    int *slots[2] = { &x, TOMBSTONE };
    return get(slots, 1) != -1;
}
