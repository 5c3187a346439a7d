// expect: exit 0
// stdout: sha256: ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
// stdout: arcfour: bbf316e8d940af0ad3
// stdout: aes: 69c4e0d86a7b0430d8cdb78070b4c55a
// stdout: base64: SGVsbG8sIHdvcmxkIQ== Hello, world!
// C17 6.2.7p1. The results are those of FIPS 180-4, of RFC 6229's cipher ("Key", "Plaintext"), FIPS 197 C.1, RFC 4648.
#include "crypto.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_in_parts(void) {
    Sha256 *ctx = malloc(sizeof *ctx), copy;
    uint8_t one[32], two[32];
    sha256_init(ctx);
    sha256_update(ctx, (const uint8_t *)"ab", 2);
    copy = *ctx;
    sha256_update(ctx, (const uint8_t *)"c", 1);
    sha256_update(&copy, (const uint8_t *)"c", 1);
    sha256_final(ctx, one);
    sha256_final(&copy, two);
    if (memcmp(one, two, sizeof one) != 0 || ctx->state[0] != 0xba7816bf)
        exit(1);
    free(ctx);
}

int main(void) {
    uint8_t block[16], out[64];
    for (int i = 0; i < 16; i++)
        block[i] = (uint8_t)(i * 17);
    const uint8_t *inputs[] = {(const uint8_t *)"abc", (const uint8_t *)"Plaintext", block};
    size_t lengths[] = {3, 9, 16};
    check_in_parts();
    for (size_t i = 0; i < algorithm_count; i++) {
        const Algorithm *algorithm = &algorithms[i];
        algorithm->run(inputs[i], lengths[i], out);
        printf("%s: ", algorithm->name);
        for (size_t byte = 0; byte < algorithm->size; byte++)
            printf("%02x", out[byte]);
        printf("\n");
    }
    size_t n = base64(ENCODE, (const uint8_t *)"Hello, world!", 13, out);
    printf("base64: %.*s", (int)n, (char *)out);
    uint8_t text[32] = {0};
    base64(DECODE, out, n, text);
    printf(" %s\n", (char *)text);
    return 0;
}
