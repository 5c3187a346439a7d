#include "crypto.h"
#include <string.h>

static void run_sha256(const uint8_t *in, size_t n, uint8_t *out) {
    Sha256 ctx;
    sha256_init(&ctx);
    sha256_update(&ctx, in, n);
    sha256_final(&ctx, out);
}

static void run_arcfour(const uint8_t *in, size_t n, uint8_t *out) {
    static Arcfour ctx;
    arcfour_init(&ctx, (const uint8_t *)"Key", 3);
    arcfour_xor(&ctx, in, out, n < 9 ? n : 9);
}

static void run_aes(const uint8_t *in, size_t n, uint8_t *out) {
    uint8_t key[16];
    Block block = {{0}};
    for (int i = 0; i < 16; i++)
        key[i] = (uint8_t)i;
    memcpy(block.bytes, in, n < 16 ? n : 16);
    Aes128 expanded = aes128_expand(key);
    aes128_encrypt(&expanded, &block);
    memcpy(out, &block, sizeof block);
}

const Algorithm algorithms[] = {{"sha256", run_sha256, 32}, {"arcfour", run_arcfour, 9}, {"aes", run_aes, 16}};
const size_t algorithm_count = sizeof algorithms / sizeof *algorithms;
