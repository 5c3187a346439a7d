struct counter;
typedef struct { struct counter *counter; const char *name; } Handle;
Handle open_counter(const char *name);
extern struct counter shared;
extern struct counter *counters[];
int count(Handle *handle);
int count_of(struct counter *counter);
