/* Running JavaScript: prelude, programs, modules, promises, timers, errors. What is
 * kept between calls is in memory alone, so that it can be frozen. */
#include "js.h"

static const char prelude[] = {
#include "prelude.inc"
    0,
};

/* Functions that the prelude returns. */
static Value report, tick, normalize, load, finish, show;
static Value program; /* compiled and not run yet */
static bool program_is_module;

typedef struct {
    Value promise, reason;
} Rejection;

/* Rejected promises that nobody handles so far. */
static Rejection *rejections;
static size_t rejection_count;

static Value call(Value function, int argc, Value *argv)
{
    Value self = qjs_get_undefined();
    Value result = qjs_call(function, self, argc, argv);
    qjs_free_value(self);
    return result;
}

/* Says what went wrong; the reason is given back. */
static void complain(Value reason)
{
    Value done = call(report, 1, &reason);
    if (qjs_is_exception(done)) {
        qjs_free_value(qjs_get_exception());
        warnf("uncaught error that cannot be shown");
    }
    qjs_free_value(done);
    qjs_free_value(reason);
}

void world_begin(void)
{
    engine_initialize();
    if (qjs_init())
        dief(125, "not enough memory");
    qjs_set_max_stack_size(STACK);
    qjs_set_module_loader(1);
    qjs_set_promise_rejection_handler(1);
    Value make = qjs_eval(prelude, sizeof prelude - 1, "<prelude>", 0);
    Value host = host_functions();
    Value made = qjs_is_exception(make) ? make : call(make, 1, &host);
    if (qjs_is_exception(made)) {
        Value why = qjs_get_exception();
        size_t n;
        char *s = qjs_get_string_len(why, &n);
        dief(125, "BUG: the prelude fails: %s", s ? s : "?");
    }
    report = qjs_get_prop_string(made, "report");
    tick = qjs_get_prop_string(made, "tick");
    normalize = qjs_get_prop_string(made, "normalize");
    load = qjs_get_prop_string(made, "load");
    finish = qjs_get_prop_string(made, "finish");
    show = qjs_get_prop_string(made, "show");
    qjs_free_value(made);
    qjs_free_value(make);
    qjs_free_value(host);
    qjs_run_gc();
}

bool world_has_program(void)
{
    return program != NULL;
}

/* NULL after an error, which is then QuickJS's exception. */
static Value compiled(const char *code, size_t n, const char *file, bool module)
{
    int flags = EVAL_COMPILE_ONLY | (module ? EVAL_MODULE : EVAL_ASYNC);
    Value value = qjs_eval(code, n, file, flags);
    if (qjs_is_exception(value))
        return NULL;
    if (module && JS_ResolveModule(qjs_get_context_ptr(), *value) < 0)
        return NULL;
    return value;
}

bool world_compile(const char *code, size_t n, const char *file, Kind kind)
{
    program_is_module = kind == MODULE;
    program = compiled(code, n, file, program_is_module);
    if (!program && kind == EITHER) {
        qjs_free_value(qjs_get_exception());
        program_is_module = true;
        program = compiled(code, n, file, true);
    }
    if (!program)
        complain(qjs_get_exception());
    return program != NULL;
}

/* ---- after the program's own code ---- */

static bool jobs_failed(void)
{
    while (qjs_is_job_pending())
        if (qjs_execute_pending_job() < 0) {
            complain(qjs_get_exception());
            return true;
        }
    return false;
}

static bool rejections_failed(void)
{
    if (!rejection_count)
        return false;
    complain(rejections[0].reason);
    return true;
}

/* Runs promises and timers until none is left; whether an error ended it. */
static bool loop_failed(void)
{
    for (;;) {
        if (jobs_failed() || rejections_failed())
            return true;
        Value wait = call(tick, 0, NULL);
        if (qjs_is_exception(wait)) {
            qjs_free_value(wait);
            complain(qjs_get_exception());
            return true;
        }
        double ms = qjs_get_float64(wait);
        qjs_free_value(wait);
        if (ms < 0)
            return false;
        if (ms > 0)
            sys_sleep((uint64_t)(ms * 1e6));
    }
}

static int exit_status(void)
{
    Value status = call(finish, 0, NULL);
    if (qjs_is_exception(status)) {
        complain(qjs_get_exception());
        return 1;
    }
    int code = (int)qjs_get_float64(status) & 255;
    qjs_free_value(status);
    return code;
}

static bool print_failed(Value promise)
{
    Value result = qjs_promise_result(promise);
    Value value = qjs_get_prop_string(result, "value");
    Value shown = call(show, 1, &value);
    if (qjs_is_exception(shown)) {
        complain(qjs_get_exception());
        return true;
    }
    return false;
}

int world_run(bool print_result)
{
    uint64_t result = JS_EvalFunction(qjs_get_context_ptr(), *program);
    Value promise = &result;
    program = NULL;
    if (qjs_is_exception(promise)) {
        complain(qjs_get_exception());
        return 1;
    }
    if (qjs_is_promise(promise))
        qjs_promise_mark_as_handled(promise);
    if (loop_failed())
        return 1;
    if (!qjs_is_promise(promise))
        return exit_status();
    int state = qjs_promise_state(promise);
    if (state == PROMISE_REJECTED) {
        complain(qjs_promise_result(promise));
        return 1;
    }
    if (state == PROMISE_PENDING) {
        warnf("the program waits for a promise that nothing settles");
        return EXIT_UNSETTLED;
    }
    if (print_result && !program_is_module && print_failed(promise))
        return 1;
    return exit_status();
}

/* ---- called by QuickJS ---- */

static char *text_from(Value function, int argc, Value *argv, size_t *n)
{
    Value result = call(function, argc, argv);
    char *copy = NULL;
    size_t length = 0;
    char *s = qjs_is_exception(result) ? NULL : qjs_get_string_len(result, &length);
    if (s) {
        copy = malloc(length + 1);
        if (copy)
            memcpy(copy, s, length + 1);
        qjs_free_cstring(s);
    }
    qjs_free_value(result);
    *n = length;
    return copy;
}

__attribute__((export_name("host_module_normalize"))) char *
host_module_normalize(const char *base, const char *name)
{
    Value both[] = {qjs_new_string(base, strlen(base)), qjs_new_string(name, strlen(name))};
    size_t n;
    char *path = text_from(normalize, 2, both, &n);
    qjs_free_value(both[0]);
    qjs_free_value(both[1]);
    return path;
}

__attribute__((export_name("host_module_load"))) char *
host_module_load(const char *name, size_t *length)
{
    Value path = qjs_new_string(name, strlen(name));
    char *source = text_from(load, 1, &path, length);
    qjs_free_value(path);
    return source;
}

__attribute__((export_name("host_promise_rejection"))) void
host_promise_rejection(Value promise, Value reason, int handled)
{
    void *which = qjs_get_value_ptr(promise);
    if (!handled) {
        Rejection *more = realloc(rejections, (rejection_count + 1) * sizeof *more);
        if (more) {
            rejections = more;
            rejections[rejection_count++] = (Rejection){promise, reason};
            return;
        }
    }
    for (size_t i = 0; handled && i < rejection_count; i++)
        if (qjs_get_value_ptr(rejections[i].promise) == which) {
            qjs_free_value(rejections[i].promise);
            qjs_free_value(rejections[i].reason);
            rejections[i] = rejections[--rejection_count];
            break;
        }
    qjs_free_value(promise);
    qjs_free_value(reason);
}

/* Stopping a guest is the sandbox's business. */
__attribute__((export_name("host_interrupt"))) int host_interrupt(void)
{
    return 0;
}

__attribute__((export_name("host_get_timezone_offset"))) int
host_get_timezone_offset(int high, int low)
{
    (void)high, (void)low;
    return 0;
}
