// expect: exit 0
int main(void) {
    int i = 2, j = 2;
    i += j++;
    return i != 4;
}
