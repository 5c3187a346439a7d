// expect: exit 0
#define TOMBSTONE ((int *)16)
static int get(int **slots, int i) {
    return slots[i] == TOMBSTONE ? -1 : *slots[i];
}
int main(void) {
    int x = 5;
    int *slots[2] = { &x, TOMBSTONE };
    return get(slots, 1) != -1;
}
