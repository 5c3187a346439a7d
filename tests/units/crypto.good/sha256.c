#include "crypto.h"
#include <string.h>

static const uint32_t k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

#define ROTATE(x, n) ((x) >> (n) | (x) << (32 - (n)))

static void transform(Sha256 *ctx) {
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++) {
        const uint8_t *p = ctx->data + 4 * i;
        w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    }
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = (ROTATE(b, 17) ^ ROTATE(b, 19) ^ b >> 10) + w[i - 7] + (ROTATE(a, 7) ^ ROTATE(a, 18) ^ a >> 3) + w[i - 16];
    }
    memcpy(s, ctx->state, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t t1 = s[7] + (ROTATE(s[4], 6) ^ ROTATE(s[4], 11) ^ ROTATE(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + w[i];
        uint32_t t2 = (ROTATE(s[0], 2) ^ ROTATE(s[0], 13) ^ ROTATE(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++)
        ctx->state[i] += s[i];
}

void sha256_init(Sha256 *ctx) {
    static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    ctx->length = 0;
    ctx->bits = 0;
    memcpy(ctx->state, first, sizeof first);
}

void sha256_update(Sha256 *ctx, const uint8_t *data, size_t n) {
    for (size_t i = 0; i < n; i++) {
        ctx->data[ctx->length++] = data[i];
        ctx->bits += 8;
        if (ctx->length == 64) {
            transform(ctx);
            ctx->length = 0;
        }
    }
}

void sha256_final(Sha256 *ctx, uint8_t hash[32]) {
    uint64_t bits = ctx->bits;
    uint8_t byte = 0x80;
    do {
        sha256_update(ctx, &byte, 1);
        byte = 0;
    } while (ctx->length != 56);
    for (int i = 56; i >= 0; i -= 8) {
        byte = (uint8_t)(bits >> i);
        sha256_update(ctx, &byte, 1);
    }
    for (int i = 0; i < 32; i++)
        hash[i] = (uint8_t)(ctx->state[i / 4] >> (24 - i % 4 * 8));
}
