// expect: exit 0
int main(void) {
    int n = 1;
    int bytes = (int)sizeof(int[n]);
    return bytes != 4;
}
