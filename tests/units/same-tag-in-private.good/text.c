struct state { long length; const char *text; };
static struct state state = {4, "text"};
struct state *new_text(void) { return &state; }
int use_text(struct state **state) { return (*state)->length; }
