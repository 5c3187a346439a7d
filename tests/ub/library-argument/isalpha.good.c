// expect: exit 0
int isalpha(int);
int main(void) {
    int c = '5';
    return isalpha(c) == 2;
}
