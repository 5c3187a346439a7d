// C17 6.2.7p1, 6.5.2.2p9: the enumerations have other constants.
typedef enum { RED, GREEN } Colour;
int use(Colour colour);
int main(void) {
    return use(RED); //~ UB wrong-call
}
