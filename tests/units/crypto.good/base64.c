#include "crypto.h"
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static size_t encode(const uint8_t *in, size_t n, uint8_t *out) {
    size_t made = 0;
    for (size_t i = 0; i < n; i += 3) {
        uint32_t group = (uint32_t)in[i] << 16 | (i + 1 < n ? in[i + 1] << 8 : 0) | (i + 2 < n ? in[i + 2] : 0);
        for (int j = 0; j < 4; j++)
            out[made++] = i + j <= n ? digits[group >> (18 - 6 * j) & 63] : '=';
    }
    return made;
}

static size_t decode(const uint8_t *in, size_t n, uint8_t *out) {
    size_t made = 0;
    uint32_t group = 0;
    for (size_t i = 0; i < n && in[i] != '='; i++) {
        group = group << 6 | (uint32_t)(strchr(digits, in[i]) - digits);
        if (i % 4 > 0)
            out[made++] = (uint8_t)(group >> (6 - 2 * (i % 4)));
    }
    return made;
}

size_t base64(Direction direction, const uint8_t *in, size_t n, uint8_t *out) {
    return direction == ENCODE ? encode(in, n, out) : decode(in, n, out);
}
