/* Evaluation, shared by the files that hold it. */
#ifndef ESCAROLE_JQ_EVAL_H
#define ESCAROLE_JQ_EVAL_H

#include "jq.h"

/* A continuation of a filter in a filter. */
typedef struct {
    Next next;
    const Node *node;
    const Env *env;
    Value in;
    const Path *path;
    Next *outer;
    Value held;
} Frame;

/* The host's stack is smaller than the guest's: this deep it still holds. */
enum { MAX_DEPTH = 3000 };
extern int eval_depth;

/* ---- step.c ---- */
const Path *path_to(const Path *up, Value key);
/* Hands on a value that was made, not found. */
int made(Next *next, Value v, const Path *path);

/* ---- the functions for kinds of nodes ---- */
int pipe_one(Next *self, Value v, const Path *path);
int descend_one(Next *self, Value v, const Path *path);
Eval eval_string, eval_slice, eval_object, eval_assign, eval_update, eval_fold, eval_bind;

/* Destructuring: what follows gets the environment with all variables. */
typedef struct After After;
struct After {
    int (*go)(After *self, const Env *env);
};
int bind(const Pattern *pattern, const Env *env, Value dot, Value v, After *after);
int bind_any(const Pattern *first, const Env *env, Value dot, Value v, After *after);

#endif
