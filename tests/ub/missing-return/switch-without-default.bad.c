// C17 6.9.1p12: no case matches and nothing is returned.
enum color { RED, GREEN, BLUE };
static const char *name(enum color c) {
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    }
}
int main(void) {
    return name(BLUE)[0] != 'b'; //~ UB missing-return
}
