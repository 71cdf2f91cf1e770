/* Runs a program: rules, statements and functions. */
#include "awk.h"

enum { MOST_CALLS = 1000 };

typedef enum { GO, BREAK, CONTINUE, NEXT, NEXT_FILE, RETURN } Flow;

static const Program *program;
static Flow pending; /* what unwinds */
static Value returned;
static int call_depth, status;
static bool reading, ending;

static Flow run(Node *n);

/* ---- the end ---- */

static void run_rules_once(const Rule *r)
{
    for (; r; r = r->next)
        run(r->body);
}

static _Noreturn void finish(void)
{
    if (!ending) {
        ending = true;
        reading = false;
        run_rules_once(program->end);
    }
    sinks_close();
    quit(status ? status : reader_failed() ? 2 : 0);
}

/* ---- functions ---- */

static void fill_slots(const Function *f, Node *argument, Slot *slots)
{
    for (int i = 0; i < f->count; i++) {
        bool array = f->params[i]->kind == ARRAY;
        slots[i] = (Slot){0};
        if (!argument) {
            slots[i].own = array;
            if (array) {
                slots[i].array = xmalloc(sizeof(Array));
                memset(slots[i].array, 0, sizeof(Array));
            }
            continue;
        }
        if (array) {
            slots[i].own = false;
            slots[i].array = array_of(argument->sym);
        } else {
            eval(argument, &slots[i].v);
        }
        argument = argument->next;
    }
}

static void drop_slots(const Function *f, Slot *slots)
{
    for (int i = 0; i < f->count; i++) {
        if (f->params[i]->kind != ARRAY) {
            value_drop(&slots[i].v);
        } else if (slots[i].own) {
            array_clear(slots[i].array);
            free(slots[i].array);
        }
    }
    free(slots);
}

void call_function(Node *n, Value *r)
{
    const Function *f = n->function;
    int line = current_line;
    *r = (Value){.type = UNSET};
    if (unwinding)
        return;
    if (++call_depth > MOST_CALLS)
        fatal("calls of functions are nested more than 1000 deep: %s", f->name);
    Slot *slots = xmalloc((size_t)f->count * sizeof *slots + 1), *outer = frame;
    fill_slots(f, n->a, slots);
    frame = slots;
    /* An argument may have said next. */
    Flow flow = unwinding ? pending : run(f->body);
    frame = outer;
    drop_slots(f, slots);
    call_depth--;
    current_line = line;
    if (flow == RETURN) {
        *r = returned;
        returned = (Value){.type = UNSET};
    } else if (flow == NEXT || flow == NEXT_FILE) {
        unwinding = true;
        pending = flow;
    }
}

/* ---- statements ---- */

static Flow run_list(Node *n)
{
    for (; n; n = n->next) {
        Flow flow = run(n);
        if (flow != GO)
            return flow;
    }
    return GO;
}

/* One turn of a loop: GO, or what ends the loop. */
static Flow turn(Node *body, bool *more)
{
    Flow flow = run(body);
    *more = flow == GO || flow == CONTINUE;
    return flow == BREAK || flow == CONTINUE ? GO : flow;
}

static Flow run_while(Node *n)
{
    bool more = true;
    Flow flow = GO;
    if (n->op == S_DO)
        flow = turn(n->b, &more);
    while (more && eval_true(n->a) && !unwinding)
        flow = turn(n->b, &more);
    return flow;
}

static Flow run_for(Node *n)
{
    bool more = true;
    Flow flow = GO;
    if (n->a)
        run(n->a);
    while (more && (!n->c || eval_true(n->c)) && !unwinding) {
        flow = turn(n->b, &more);
        if (more && n->d)
            run(n->d);
    }
    return flow;
}

/* Over the elements that there are when the loop begins. */
static Flow run_for_in(Node *n)
{
    Array *a = array_of(n->sym);
    uint32_t count = a->count, i = 0;
    Str **keys = xmalloc(count * sizeof *keys);
    for (Entry *e = a->first; e; e = e->newer)
        keys[i++] = str_keep(e->key);
    bool more = true;
    Flow flow = GO;
    for (i = 0; i < count; i++) {
        if (more && !unwinding) {
            Ref r;
            ref_of(n->a, &r);
            ref_set(&r, (Value){0, str_keep(keys[i]), INPUT});
            flow = turn(n->b, &more);
        }
        str_drop(keys[i]);
    }
    free(keys);
    return flow;
}

static void run_delete(Node *n)
{
    Text t;
    if (n->op == S_DELETE_ALL) {
        array_clear(array_of(n->sym));
        return;
    }
    eval_key(n->a, &t);
    text_hold(&t);
    array_delete(array_of(n->sym), t.p, t.n);
    text_end(&t);
}

static Flow leave(Node *n)
{
    if (n->op == S_EXIT) {
        if (n->a)
            status = (int)((int64_t)eval_num(n->a) & 255);
        finish();
    }
    if (n->op == S_RETURN) {
        Value v = {0};
        if (n->a)
            eval(n->a, &v);
        value_drop(&returned);
        returned = v;
        return RETURN;
    }
    if (!reading)
        fatal("next is called in BEGIN or END", "");
    return n->op == S_NEXT ? NEXT : NEXT_FILE;
}

static Flow run(Node *n)
{
    Flow flow = GO;
    current_line = n->line;
    switch (n->op) {
    case S_EXPR: eval_effect(n->a); break;
    case S_PRINT: do_print(n); break;
    case S_PRINTF: do_printf(n); break;
    case S_BLOCK: return run_list(n->a);
    case S_IF:
        if (eval_true(n->a))
            flow = unwinding ? GO : run(n->b);
        else if (n->c)
            flow = unwinding ? GO : run(n->c);
        break;
    case S_WHILE:
    case S_DO: flow = run_while(n); break;
    case S_FOR: flow = run_for(n); break;
    case S_FOR_IN: flow = run_for_in(n); break;
    case S_BREAK: return BREAK;
    case S_CONTINUE: return CONTINUE;
    case S_DELETE:
    case S_DELETE_ALL: run_delete(n); break;
    case S_NOTHING: break;
    default: flow = leave(n);
    }
    return unwinding ? pending : flow;
}

/* ---- rules ---- */

static bool applies(Rule *r)
{
    if (!r->from)
        return true;
    if (!r->to)
        return eval_true(r->from);
    if (!r->active) {
        if (!eval_true(r->from))
            return false;
        r->active = true;
    }
    if (eval_true(r->to))
        r->active = false;
    return true;
}

static Flow run_rule(Rule *r)
{
    if (!applies(r))
        return unwinding ? pending : GO;
    if (r->body)
        return run(r->body);
    static Node print_all = {.op = S_PRINT};
    do_print(&print_all);
    return GO;
}

static void run_record(void)
{
    for (Rule *r = program->main; r; r = r->next) {
        if (r->from)
            current_line = r->from->line;
        Flow flow = run_rule(r);
        unwinding = false;
        if (flow == NEXT_FILE)
            skip_file();
        if (flow != GO)
            return;
    }
}

void run_program(const Program *p)
{
    program = p;
    run_rules_once(p->begin);
    reading = true;
    if (p->main || p->end)
        while (next_record())
            run_record();
    current_line = 0;
    finish();
}
