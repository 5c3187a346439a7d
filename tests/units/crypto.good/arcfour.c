#include "crypto.h"

static void swap(Arcfour *ctx) {
    uint8_t t = ctx->s[ctx->i];
    ctx->s[ctx->i] = ctx->s[ctx->j];
    ctx->s[ctx->j] = t;
}

void arcfour_init(Arcfour *ctx, const uint8_t *key, size_t n) {
    *ctx = (Arcfour){0};
    for (int i = 0; i < 256; i++)
        ctx->s[i] = (uint8_t)i;
    do {
        ctx->j += ctx->s[ctx->i] + key[ctx->i % n];
        swap(ctx);
    } while (++ctx->i);
    ctx->j = 0;
}

void arcfour_xor(Arcfour *ctx, const uint8_t *in, uint8_t *out, size_t n) {
    while (n-- > 0) {
        ctx->i++;
        ctx->j += ctx->s[ctx->i];
        swap(ctx);
        *out++ = *in++ ^ ctx->s[(uint8_t)(ctx->s[ctx->i] + ctx->s[ctx->j])];
    }
}
