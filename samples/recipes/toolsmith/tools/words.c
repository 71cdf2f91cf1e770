/* words: counts the words of standard input that matter, a line each: COUNT WORD.

   The table of words that do not matter is made by "wizer-initialize": once, when the
   command is frozen. The frozen command begins with the table in its memory. */

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { SLOTS = 4096, LONGEST = 32 };

typedef struct {
  char text[LONGEST];
  unsigned count;
  int is_noise;
} word;

static const char *noise[] = {"a",  "an", "and", "as", "at",   "for",  "from", "in",
                              "is", "it", "of",  "on", "or",   "the",  "to",   "with"};
static word table[SLOTS];
static int is_ready;

static word *slot(const char *text) {
  uint32_t hash = 2166136261u;
  for (const char *at = text; *at; at++) hash = (hash ^ (unsigned char)*at) * 16777619u;
  for (unsigned tried = 0; tried < SLOTS; tried++) {
    word *found = &table[(hash + tried) % SLOTS];
    if (!*found->text) return strcpy(found->text, text), found;
    if (!strcmp(found->text, text)) return found;
  }
  return NULL;
}

__attribute__((export_name("wizer-initialize"))) void prepare(void) {
  for (unsigned i = 0; i < sizeof noise / sizeof *noise; i++) slot(noise[i])->is_noise = 1;
  is_ready = 1;
}

int main(void) {
  char text[LONGEST];
  unsigned length = 0;
  if (!is_ready) prepare();
  for (int c = getchar();; c = getchar()) {
    if (c != EOF && isalpha(c)) {
      if (length < LONGEST - 1) text[length++] = (char)tolower(c);
      continue;
    }
    text[length] = 0;
    word *found = length ? slot(text) : NULL;
    if (length && !found) return fputs("words: too many different words\n", stderr), 1;
    if (found) found->count++;
    length = 0;
    if (c == EOF) break;
  }
  for (unsigned i = 0; i < SLOTS; i++)
    if (table[i].count && !table[i].is_noise) printf("%u %s\n", table[i].count, table[i].text);
  return 0;
}
