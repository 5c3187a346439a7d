// expect: exit 0
enum color { RED, GREEN, BLUE };
static const char *name(enum color c) {
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
    }
}
int main(void) {
    return name(BLUE)[0] != 'b';
}
