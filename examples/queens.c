/* Eight queens by backtracking: recursion, bit tricks, function pointers. Defined; prints the first board and the
   number of all solutions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 8 };

struct board {
    int column[N];
};

typedef void visitor(const struct board *board, void *data);

static void place(struct board *board, int row, unsigned columns, unsigned down, unsigned up, visitor *visit, void *data)
{
    if (row == N) {
        visit(board, data);
        return;
    }
    unsigned free = ~(columns | down | up) & ((1u << N) - 1);
    while (free != 0) {
        unsigned bit = free & -free; /* the lowest bit; unsigned negation wraps */
        free ^= bit;
        board->column[row] = __builtin_ctz(bit);
        place(board, row + 1, columns | bit, (down | bit) << 1, (up | bit) >> 1, visit, data);
    }
}

struct tally {
    int solutions;
    char *picture;
};

static void tally(const struct board *board, void *data)
{
    struct tally *tally = data;
    if (tally->solutions++ > 0)
        return;
    tally->picture = malloc(N * (2 * N) + 1);
    if (tally->picture == NULL)
        abort();
    char *at = tally->picture;
    for (int row = 0; row < N; row++) {
        for (int column = 0; column < N; column++) {
            *at++ = board->column[row] == column ? 'Q' : '.';
            *at++ = column + 1 < N ? ' ' : '\n';
        }
    }
    *at = '\0';
}

int main(void)
{
    struct board board;
    struct tally result = {0};
    memset(&board, 0, sizeof board);
    place(&board, 0, 0, 0, 0, tally, &result);
    printf("%s%d solutions\n", result.picture, result.solutions);
    free(result.picture);
    return 0;
}
