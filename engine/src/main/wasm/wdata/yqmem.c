/* yq: memory of a document, its nodes, growing text. */
#include "yaml.h"

typedef struct Chunk {
    struct Chunk *next;
    size_t used, size;
} Chunk;

enum { CHUNK = 64 << 10, ALIGN = 16 };

static Chunk *chunks;
static Node **stack;
static size_t stack_n, stack_cap;

void *yq_alloc(size_t n)
{
    n = (n + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    size_t head = (sizeof(Chunk) + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if (!chunks || n > chunks->size - chunks->used) {
        size_t size = n > CHUNK ? n : CHUNK;
        Chunk *c = xmalloc(head + size);
        *c = (Chunk){chunks, 0, size};
        chunks = c;
    }
    void *p = (char *)chunks + head + chunks->used;
    chunks->used += n;
    return p;
}

void yq_free_all(void)
{
    while (chunks) {
        Chunk *next = chunks->next;
        free(chunks);
        chunks = next;
    }
    stack_n = 0;
}

Node *yq_node(Kind kind, size_t at, const char *text, size_t n)
{
    Node *node = yq_alloc(sizeof *node);
    *node = (Node){.kind = kind, .at = at, .n = n, .weight = n + 8};
    node->text = text;
    return node;
}

size_t yq_mark(void)
{
    return stack_n;
}

void yq_push(Node *n)
{
    if (stack_n == stack_cap)
        stack = xrealloc(stack, (stack_cap = stack_cap * 2 + 64) * sizeof *stack);
    stack[stack_n++] = n;
}

Node *yq_item(size_t k)
{
    return stack[k];
}

void yq_pop(size_t mark)
{
    stack_n = mark;
}

Node *yq_collection(Kind kind, size_t at, size_t mark)
{
    size_t n = stack_n - mark;
    Node *node = yq_node(kind, at, NULL, kind == Y_MAP ? n / 2 : n);
    node->weight = 8;
    node->height = 1;
    node->items = yq_alloc(n * sizeof *node->items);
    for (size_t i = 0; i < n; i++) {
        Node *item = node->items[i] = stack[mark + i];
        node->weight += item->weight;
        if (item->height >= node->height)
            node->height = item->height + 1;
    }
    yq_pop(mark);
    return node;
}

void text_mem(Text *t, const char *p, size_t n)
{
    if (n > t->cap - t->n) {
        t->cap = t->cap * 2 + n + 64;
        t->p = xrealloc(t->p, t->cap);
    }
    if (n)
        memcpy(t->p + t->n, p, n);
    t->n += n;
}

void text_ch(Text *t, int c)
{
    char b = (char)c;
    text_mem(t, &b, 1);
}

void text_utf8(Text *t, uint32_t c)
{
    if (c < 0x80) {
        text_ch(t, (int)c);
        return;
    }
    int n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    text_ch(t, (int)((n == 2 ? 0xc0 : n == 3 ? 0xe0 : 0xf0) | c >> 6 * (n - 1)));
    for (int i = n - 2; i >= 0; i--)
        text_ch(t, (int)(0x80 | (c >> 6 * i & 63)));
}
