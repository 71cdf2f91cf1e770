/* Nodes of a regular expression's tree, and the sets of bytes that they hold. */
#include "re.h"

int re_node(Re *re, int kind, int n)
{
    if (re->node_count == re->node_cap) {
        re->node_cap = re->node_cap ? re->node_cap * 2 : 32;
        re->nodes = xrealloc(re->nodes, (size_t)re->node_cap * sizeof *re->nodes);
    }
    re->nodes[re->node_count] = (ReNode){(uchar)kind, n, 0, 0, -1, -1};
    return re->node_count++;
}

int re_add_set(Re *re, const uint32_t *set)
{
    int i = 0;
    while (i < re->set_count && memcmp(re->sets[i], set, sizeof(ReSet)))
        i++;
    if (i == re->set_count) {
        if (re->set_count == re->set_cap) {
            re->set_cap = re->set_cap ? re->set_cap * 2 : 8;
            re->sets = xrealloc(re->sets, (size_t)re->set_cap * sizeof(ReSet));
        }
        memcpy(re->sets[re->set_count++], set, sizeof(ReSet));
    }
    return re_node(re, N_SET, i);
}

void re_set_add(uint32_t *set, int c)
{
    set[c >> 5] |= (uint32_t)1 << (c & 31);
}

void re_set_fold(uint32_t *set)
{
    for (int c = 'a'; c <= 'z'; c++)
        if (re_set_has(set, c) || re_set_has(set, c - 32)) {
            re_set_add(set, c);
            re_set_add(set, c - 32);
        }
}

void re_set_invert(uint32_t *set)
{
    for (int i = 0; i < 8; i++)
        set[i] = ~set[i];
}

int re_byte_node(Re *re, int c)
{
    if ((re->flags & RE_ICASE) && is_alpha(c)) {
        ReSet set = {0};
        re_set_add(set, to_lower(c));
        re_set_add(set, to_upper(c));
        return re_add_set(re, set);
    }
    return re_node(re, N_BYTE, c);
}

int re_any_node(Re *re)
{
    ReSet set;
    memset(set, 0xff, sizeof set);
    return re_add_set(re, set);
}

int re_class_node(Re *re, int letter)
{
    ReSet set = {0};
    for (int c = 0; c < 256; c++)
        if ((letter | 32) == 'w' ? is_word(c) : is_space(c))
            re_set_add(set, c);
    if (is_upper(letter))
        re_set_invert(set);
    return re_add_set(re, set);
}

int re_assert_node(Re *re, int kind)
{
    if (kind == A_BEGIN || kind == A_END) {
        if (re->flags & RE_MULTI)
            kind = kind == A_BEGIN ? A_LINE_BEGIN : A_LINE_END;
        re->has_begin = true;
    } else {
        re->has_word = true;
    }
    if (kind == A_LINE_BEGIN || kind == A_LINE_END)
        re->has_line = true;
    return re_node(re, N_ASSERT, kind);
}

bool re_assert(int kind, int before, int behind)
{
    bool wb = before >= 0 && is_word(before), wa = behind >= 0 && is_word(behind);
    switch (kind) {
    case A_BEGIN: return before < 0;
    case A_END: return behind < 0;
    case A_WORD: return wb != wa;
    case A_NOT_WORD: return wb == wa;
    case A_WORD_BEGIN: return !wb && wa;
    case A_WORD_END: return wb && !wa;
    case A_FREE_BEFORE: return !wb;
    case A_FREE_BEHIND: return !wa;
    case A_LINE_BEGIN: return before < 0 || before == '\n';
    default: return behind < 0 || behind == '\n';
    }
}
