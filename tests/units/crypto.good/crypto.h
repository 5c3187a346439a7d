// A library in the usual shape: untagged structures in a header, a unit for each algorithm, one for the tests.
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint8_t data[64];
    uint32_t length, state[8];
    uint64_t bits;
} Sha256;

typedef struct { uint8_t i, j, s[256]; } Arcfour;

typedef union { uint8_t bytes[16]; struct { uint8_t column[4]; } columns[4]; } Block;

typedef struct { Block round[11]; } Aes128;

typedef enum { ENCODE, DECODE } Direction;

typedef struct { const char *name; void (*run)(const uint8_t *, size_t, uint8_t *); size_t size; } Algorithm;

void sha256_init(Sha256 *ctx);
void sha256_update(Sha256 *ctx, const uint8_t *data, size_t n);
void sha256_final(Sha256 *ctx, uint8_t hash[32]);

void arcfour_init(Arcfour *ctx, const uint8_t *key, size_t n);
void arcfour_xor(Arcfour *ctx, const uint8_t *in, uint8_t *out, size_t n);

Aes128 aes128_expand(const uint8_t key[16]);
void aes128_encrypt(const Aes128 *key, Block *block);

size_t base64(Direction direction, const uint8_t *in, size_t n, uint8_t *out);

extern const Algorithm algorithms[];
extern const size_t algorithm_count;
