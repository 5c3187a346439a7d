// expect: exit 0
int table[8];
int get(int i) { return table[i]; }
int main(void) {
    return get(7);
}
