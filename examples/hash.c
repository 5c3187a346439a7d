/* Java's string hash, copied into C. Java's int wraps around, C's must not: long words overflow. Compilers make a
   program of this that seems to work, until an optimiser uses the fact that `hash` cannot become negative. */
#include <stdio.h>

static int hash(const char *word)
{
    int hash = 0;
    while (*word != '\0')
        hash = hash * 31 + *word++;
    return hash;
}

int main(void)
{
    const char *words[] = {"gad", "gadfly", "gadflies", "horsefly"};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        printf("%-8s %d\n", words[i], hash(words[i]));
    return 0;
}
