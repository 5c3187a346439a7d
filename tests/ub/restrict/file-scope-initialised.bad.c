// C17 6.7.3.1p4: the pointers have their values from the beginning.
static char buffer[8];
static char *restrict head = buffer;
static char *restrict tail = buffer + 4;
int main(void) {
    for (int i = 0; i < 5; i++)
        head[i] = 'h';
    return tail[0] == 'x'; //~ UB restrict
}
