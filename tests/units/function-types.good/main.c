// expect: exit 0
// stdout: 2 5 9
// C17 6.7.6.3p15, 6.5.2.2p9: functions with compatible parameters are called through each other's types.
#include "visit.h"
#include <stdio.h>
static Step visit(Node node, Node *at, void (*done)(Node *)) {
    done(at);
    return node.n < 2 ? GO : STOP;
}
int main(void) {
    Node nodes[3] = {{1}, {2}, {3}};
    int steps = walk((Visitor){visit}, nodes, 3);
    int again = walk((Visitor){default_visit}, nodes, 3);
    printf("%d %d %d\n", steps, again, old_style(nodes, 4));
    return 0;
}
