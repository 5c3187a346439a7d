// expect: exit 0
int main(void) {
    int buffer[1] = { 1 };
    int *p = (int *)buffer;
    return *p != 1;
}
