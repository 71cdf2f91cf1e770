/* Programs that only compute, to compare Escarole with the machine itself: guest NAME SIZE prints one
 * number. The same source is compiled to WebAssembly (build.sh) and, by the benchmark, natively. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t seed = 12345;

static uint32_t next(void) {
  seed ^= seed << 13;
  seed ^= seed >> 17;
  seed ^= seed << 5;
  return seed;
}

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

#define ROTATE(x, n) ((x) >> (n) | (x) << (32 - (n)))

static void block(uint32_t state[8], const uint8_t *p) {
  uint32_t w[64];
  for (int i = 0; i < 16; i++, p += 4)
    w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
  for (int i = 16; i < 64; i++) {
    uint32_t x = w[i - 15], y = w[i - 2];
    w[i] = w[i - 16] + (ROTATE(x, 7) ^ ROTATE(x, 18) ^ x >> 3) + w[i - 7] +
           (ROTATE(y, 17) ^ ROTATE(y, 19) ^ y >> 10);
  }
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
  for (int i = 0; i < 64; i++) {
    uint32_t t = h + (ROTATE(e, 6) ^ ROTATE(e, 11) ^ ROTATE(e, 25)) + ((e & f) ^ (~e & g)) + K[i] +
                 w[i];
    uint32_t u = (ROTATE(a, 2) ^ ROTATE(a, 13) ^ ROTATE(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t, d = c, c = b, b = a, a = t + u;
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d;
  state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

/* The compression function of SHA-256 over so many MiB. */
static uint64_t sha256(int megabytes) {
  uint32_t state[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  uint8_t *data = malloc(1 << 20);
  for (int i = 0; i < 1 << 20; i++) data[i] = (uint8_t)next();
  for (int m = 0; m < megabytes; m++)
    for (int i = 0; i < 1 << 20; i += 64) block(state, data + i);
  return state[0];
}

static void quicksort(int *all, int from, int to) {
  while (from < to) {
    int pivot = all[from + (to - from) / 2], i = from, j = to;
    while (i <= j) {
      while (all[i] < pivot) i++;
      while (all[j] > pivot) j--;
      if (i <= j) {
        int t = all[i];
        all[i++] = all[j];
        all[j--] = t;
      }
    }
    quicksort(all, from, j);
    from = i;
  }
}

static uint64_t sort(int count) {
  int *all = malloc(sizeof *all * count);
  for (int i = 0; i < count; i++) all[i] = (int)next();
  quicksort(all, 0, count - 1);
  return (uint64_t)(uint32_t)all[count / 2];
}

static uint64_t matrix(int n) {
  double *a = malloc(sizeof *a * n * n), *b = malloc(sizeof *b * n * n), sum = 0;
  for (int i = 0; i < n * n; i++) a[i] = next() % 100, b[i] = next() % 100;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double dot = 0;
      for (int k = 0; k < n; k++) dot += a[i * n + k] * b[k * n + j];
      sum += dot;
    }
  return (uint64_t)sum;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  int size = atoi(argv[2]);
  uint64_t result;
  switch (argv[1][1]) {
    case 'h': result = sha256(size); break;
    case 'o': result = sort(size); break;
    case 'a': result = matrix(size); break;
    default: return 2;
  }
  printf("%llu\n", (unsigned long long)result);
  return 0;
}
