typedef struct { int n; } Node;
typedef enum { STOP, GO } Step;
typedef Step Visit(Node node, Node *at, void (*done)(Node *));
typedef struct { Visit *visit; } Visitor;
int walk(Visitor visitor, Node nodes[], int n);
extern Visit *default_visit;
int old_style();
