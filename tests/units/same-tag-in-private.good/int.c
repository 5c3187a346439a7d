struct state { int n; };
static struct state state = {3};
struct state *new_int(void) { return &state; }
int use_int(struct state **state) { return (*state)->n; }
