// expect: exit 0
int main(void) {
    char text[4];
    for (register int i = 0; i < 4; i++)
        text[i] = 'a';
    return text[3] != 'a';
}
