// One function per seeded bug: it returns another number when clang -O2 has the bug. `main` prints all of them.

#include <stdio.h>

// A value that the compiler does not know.
#define V(type, value)                                                                                                 \
    ({                                                                                                                 \
        static volatile type opaque = value;                                                                           \
        (type) opaque;                                                                                                 \
    })
#define UNKNOWN __attribute__((noinline))

struct trigger {
    const char *name;
    long long (*run)(void);
};
static struct trigger triggers[100];
static int trigger_count;

#define TRIGGER(NAME)                                                                                                  \
    UNKNOWN long long NAME(void);                                                                                      \
    __attribute__((constructor)) static void register_##NAME(void) {                                                   \
        triggers[trigger_count++] = (struct trigger){#NAME, NAME};                                                     \
    }                                                                                                                  \
    long long NAME(void)

int main(void) {
    for (int i = 0; i < trigger_count; i++)
        printf("%s %lld\n", triggers[i].name, triggers[i].run());
}
