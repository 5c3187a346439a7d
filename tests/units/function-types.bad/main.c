// C17 6.5.2.2p9: the structures are not compatible, so neither are the functions.
typedef struct { int n; } Node;
int use(Node *node);
int main(void) {
    Node node = {0};
    return use(&node); //~ UB wrong-call
}
