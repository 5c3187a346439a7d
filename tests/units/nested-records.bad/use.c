typedef struct { struct { long a; } *inner; int n; } Outer;
int use(void *outer) {
    return ((Outer *)outer)->n; //~ UB strict-aliasing
}
