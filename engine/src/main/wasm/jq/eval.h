/* Evaluation, shared by the files that hold it. */
#ifndef ESCAROLE_JQ_EVAL_H
#define ESCAROLE_JQ_EVAL_H

#include "jq.h"

typedef int Eval(const Node *node, const Env *env, Value in, const Path *path, Next *next);

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

const Path *path_to(const Path *up, Value key);
int pipe_one(Next *self, Value v, const Path *path);
int descend_one(Next *self, Value v, const Path *path);
Eval eval_string, eval_slice, eval_object, eval_assign, eval_update, eval_fold, eval_bind;

/* Destructuring: what follows gets the environment with all variables. */
typedef struct After After;
struct After {
    int (*go)(After *self, const Env *env);
};
int bind(const Pattern *pattern, const Env *env, Value dot, Value v, After *after);

#endif
