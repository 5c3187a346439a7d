// expect: exit 0
static char buffer[8];
static char *restrict head = buffer;
static char *restrict tail = buffer + 4;
int main(void) {
    for (int i = 0; i < 4; i++)
        head[i] = 'h';
    return tail[0] == 'x';
}
