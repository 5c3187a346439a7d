typedef struct { unsigned a : 4, b : 3; } Flags;
int second(void *flags) {
    return ((Flags *)flags)->b; //~ UB strict-aliasing
}
