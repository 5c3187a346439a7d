typedef struct { int key; struct node *owner; } Key;
struct node { struct node *next; Key key; struct { struct node *up; } links; };
extern struct node *head;
void push(struct node *node, int key);
int total(const struct node *node);
