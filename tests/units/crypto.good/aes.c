#include "crypto.h"

static uint8_t times2(uint8_t x) { return (uint8_t)(x << 1 ^ (x & 0x80 ? 0x1b : 0)); }

static uint8_t multiply(uint8_t a, uint8_t b) {
    uint8_t product = 0;
    for (; b; b >>= 1, a = times2(a))
        if (b & 1)
            product ^= a;
    return product;
}

static uint8_t sub(uint8_t x) {
    uint8_t inverse = 1;
    // x to the power of 254.
    for (int i = 0; i < 254; i++)
        inverse = multiply(inverse, x);
    uint8_t result = 0x63;
    for (int i = 0; i < 5; i++)
        result ^= (uint8_t)(inverse << i | inverse >> (8 - i));
    return result;
}

Aes128 aes128_expand(const uint8_t key[16]) {
    Aes128 expanded;
    uint8_t *w = (uint8_t *)&expanded, rcon = 1;
    for (int i = 0; i < 16; i++)
        w[i] = key[i];
    for (int i = 16; i < 176; i += 4) {
        uint8_t t[4] = {w[i - 4], w[i - 3], w[i - 2], w[i - 1]};
        if (i % 16 == 0) {
            uint8_t first = t[0];
            t[0] = sub(t[1]) ^ rcon;
            t[1] = sub(t[2]);
            t[2] = sub(t[3]);
            t[3] = sub(first);
            rcon = times2(rcon);
        }
        for (int j = 0; j < 4; j++)
            w[i + j] = w[i + j - 16] ^ t[j];
    }
    return expanded;
}

static void add(Block *block, const Block *key) {
    for (int i = 0; i < 16; i++)
        block->bytes[i] ^= key->bytes[i];
}

static void shift_rows(Block *block) {
    Block old = *block;
    for (int c = 0; c < 4; c++)
        for (int r = 0; r < 4; r++)
            block->columns[c].column[r] = old.columns[(c + r) % 4].column[r];
}

static void mix_columns(Block *block) {
    for (int c = 0; c < 4; c++) {
        uint8_t *a = block->columns[c].column, all = a[0] ^ a[1] ^ a[2] ^ a[3], first = a[0];
        for (int r = 0; r < 4; r++)
            a[r] ^= all ^ times2(a[r] ^ (r == 3 ? first : a[r + 1]));
    }
}

void aes128_encrypt(const Aes128 *key, Block *block) {
    add(block, &key->round[0]);
    for (int round = 1; round <= 10; round++) {
        for (int i = 0; i < 16; i++)
            block->bytes[i] = sub(block->bytes[i]);
        shift_rows(block);
        if (round < 10)
            mix_columns(block);
        add(block, &key->round[round]);
    }
}
