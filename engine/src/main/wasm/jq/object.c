/* Objects: AVL trees by key whose unchanged parts are shared. */
#include "jq.h"

static const Obj none;

Value v_object(void)
{
    return (Value){.kind = V_OBJ, .obj = &none};
}

bool obj_get(Value o, const Str *key, Value *val)
{
    const ObjNode *t = o.obj->root;
    while (t) {
        int d = str_cmp(key, t->key);
        if (d == 0) {
            *val = t->val;
            return true;
        }
        t = d < 0 ? t->left : t->right;
    }
    return false;
}

static uint32_t height(const ObjNode *t)
{
    return t ? t->height : 0;
}

static const ObjNode *tree(const ObjNode *like, const ObjNode *left, const ObjNode *right)
{
    ObjNode *t = arena(sizeof *t);
    *t = *like;
    t->left = left;
    t->right = right;
    t->height = 1 + (height(left) > height(right) ? height(left) : height(right));
    return t;
}

static const ObjNode *balanced(const ObjNode *like, const ObjNode *l, const ObjNode *r)
{
    if (height(l) > height(r) + 1) {
        if (height(l->left) >= height(l->right))
            return tree(l, l->left, tree(like, l->right, r));
        const ObjNode *m = l->right;
        return tree(m, tree(l, l->left, m->left), tree(like, m->right, r));
    }
    if (height(r) > height(l) + 1) {
        if (height(r->right) >= height(r->left))
            return tree(r, tree(like, l, r->left), r->right);
        const ObjNode *m = r->left;
        return tree(m, tree(like, l, m->left), tree(r, m->right, r->right));
    }
    return tree(like, l, r);
}

static const ObjNode *inserted(const ObjNode *t, const ObjNode *field, bool *added)
{
    if (!t) {
        *added = true;
        return tree(field, NULL, NULL);
    }
    int d = str_cmp(field->key, t->key);
    if (d < 0)
        return balanced(t, inserted(t->left, field, added), t->right);
    if (d > 0)
        return balanced(t, t->left, inserted(t->right, field, added));
    ObjNode changed = *t;
    changed.val = field->val;
    return tree(&changed, t->left, t->right);
}

Value obj_set(Value o, const Str *key, Value val)
{
    ObjNode field = {.key = key, .val = val, .seq = o.obj->next_seq};
    bool added = false;
    Obj *r = arena(sizeof *r);
    r->root = inserted(o.obj->root, &field, &added);
    r->n = o.obj->n + added;
    r->next_seq = o.obj->next_seq + 1;
    return (Value){.kind = V_OBJ, .obj = r};
}

Value obj_put(Value o, const char *key, Value val)
{
    return obj_set(o, v_word(key).str, val);
}

static const ObjNode *without_first(const ObjNode *t, const ObjNode **first)
{
    if (!t->left) {
        *first = t;
        return t->right;
    }
    return balanced(t, without_first(t->left, first), t->right);
}

static const ObjNode *removed(const ObjNode *t, const Str *key)
{
    int d = str_cmp(key, t->key);
    if (d < 0)
        return balanced(t, removed(t->left, key), t->right);
    if (d > 0)
        return balanced(t, t->left, removed(t->right, key));
    if (!t->right)
        return t->left;
    const ObjNode *first;
    const ObjNode *right = without_first(t->right, &first);
    return balanced(first, t->left, right);
}

Value obj_del(Value o, const Str *key)
{
    Value unused;
    if (!obj_get(o, key, &unused))
        return o;
    Obj *r = arena(sizeof *r);
    *r = *o.obj;
    r->root = removed(o.obj->root, key);
    r->n--;
    return (Value){.kind = V_OBJ, .obj = r};
}

static Field *walk(const ObjNode *t, Field *to)
{
    if (!t)
        return to;
    to = walk(t->left, to);
    *to++ = (Field){t->key, t->val, t->seq};
    return walk(t->right, to);
}

static void merge(Field *from, Field *to, size_t lo, size_t mid, size_t hi)
{
    size_t i = lo, j = mid;
    for (size_t k = lo; k < hi; k++) {
        bool left = i < mid && (j >= hi || from[i].seq <= from[j].seq);
        to[k] = from[left ? i++ : j++];
    }
}

static Field *by_insertion(Field *f, size_t n)
{
    Field *spare = arena((n + 1) * sizeof *spare);
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t lo = 0; lo < n; lo += 2 * width) {
            size_t mid = lo + width < n ? lo + width : n;
            size_t hi = lo + 2 * width < n ? lo + 2 * width : n;
            merge(f, spare, lo, mid, hi);
        }
        Field *t = f;
        f = spare;
        spare = t;
    }
    return f;
}

Field *obj_fields(Value o, bool sorted)
{
    Field *f = arena((o.obj->n + 1) * sizeof *f);
    walk(o.obj->root, f);
    return sorted ? f : by_insertion(f, o.obj->n);
}
