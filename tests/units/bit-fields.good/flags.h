typedef struct { unsigned ready : 1, count : 5; int : 0; signed level : 4; } Flags;
extern Flags flags;
int level(Flags *flags);
