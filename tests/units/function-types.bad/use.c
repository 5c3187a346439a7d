typedef struct { long n; } Node;
int use(Node *node) { return node != 0; }
