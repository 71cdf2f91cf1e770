/* Declarations of the harness, and what it uses of quickjs-wasi. */
#ifndef ESCAROLE_QUICKJS_JS_H
#define ESCAROLE_QUICKJS_JS_H

#include "base.h"

/* A value in a box, as quickjs-wasi hands it out; its receiver frees it. */
typedef uint64_t *Value;

enum {
    EVAL_MODULE = 1,
    EVAL_COMPILE_ONLY = 1 << 5,
    EVAL_ASYNC = 1 << 7, /* of a script: await is allowed, the result is a promise */
    PROMISE_PENDING = 0,
    PROMISE_REJECTED = 2,
    EXIT_UNSETTLED = 13, /* as node has it */
    STACK = 256 * 1024,  /* bytes of it that JavaScript may use */
};

ENGINE(_initialize) void engine_initialize(void);
ENGINE(qjs_init) int qjs_init(void);
ENGINE(qjs_set_max_stack_size) void qjs_set_max_stack_size(size_t n);
ENGINE(qjs_set_module_loader) void qjs_set_module_loader(int on);
ENGINE(qjs_set_promise_rejection_handler) void qjs_set_promise_rejection_handler(int on);
ENGINE(qjs_run_gc) void qjs_run_gc(void);
ENGINE(qjs_get_context_ptr) void *qjs_get_context_ptr(void);
ENGINE(qjs_get_quickjs_version) const char *qjs_get_quickjs_version(void);

ENGINE(qjs_eval) Value qjs_eval(const char *code, size_t n, const char *file, int flags);
ENGINE(qjs_call) Value qjs_call(Value function, Value self, int argc, Value *argv);
ENGINE(qjs_throw) Value qjs_throw(Value error);
ENGINE(qjs_get_exception) Value qjs_get_exception(void);
ENGINE(qjs_is_job_pending) int qjs_is_job_pending(void);
ENGINE(qjs_execute_pending_job) int qjs_execute_pending_job(void);
ENGINE(qjs_new_host_function) Value qjs_new_host_function(const char *name, size_t n, int arity);
ENGINE(qjs_promise_state) int qjs_promise_state(Value promise);
ENGINE(qjs_promise_result) Value qjs_promise_result(Value promise);
ENGINE(qjs_promise_mark_as_handled) void qjs_promise_mark_as_handled(Value promise);
ENGINE(JS_ResolveModule) int JS_ResolveModule(void *context, uint64_t module);
ENGINE(JS_EvalFunction) uint64_t JS_EvalFunction(void *context, uint64_t function);

ENGINE(qjs_free_value) void qjs_free_value(Value v);
ENGINE(qjs_is_exception) int qjs_is_exception(Value v);
ENGINE(qjs_is_string) int qjs_is_string(Value v);
ENGINE(qjs_is_number) int qjs_is_number(Value v);
ENGINE(qjs_is_promise) int qjs_is_promise(Value v);
ENGINE(qjs_get_value_ptr) void *qjs_get_value_ptr(Value v);
ENGINE(qjs_get_undefined) Value qjs_get_undefined(void);
ENGINE(qjs_get_global) Value qjs_get_global(void);
ENGINE(qjs_get_float64) double qjs_get_float64(Value v);
ENGINE(qjs_get_string_len) char *qjs_get_string_len(Value v, size_t *n);
ENGINE(qjs_free_cstring) void qjs_free_cstring(const char *s);
ENGINE(JS_GetUint8Array) uint8_t *JS_GetUint8Array(void *context, size_t *n, uint64_t v);
ENGINE(qjs_new_number) Value qjs_new_number(double d);
ENGINE(qjs_new_string) Value qjs_new_string(const char *s, size_t n);
ENGINE(qjs_new_array) Value qjs_new_array(void);
ENGINE(qjs_new_object) Value qjs_new_object(void);
ENGINE(qjs_new_uint8_array) Value qjs_new_uint8_array(const void *p, size_t n);
ENGINE(qjs_get_prop_string) Value qjs_get_prop_string(Value object, const char *name);
ENGINE(qjs_set_prop_string) int qjs_set_prop_string(Value object, const char *name, Value v);
ENGINE(qjs_set_prop_uint32) int qjs_set_prop_uint32(Value array, uint32_t i, Value v);

/* sys_wasi_start.c */
void _start(void);

/* What main.c knows of the command line. */
extern int arg_count;
extern char **arg_values;

/* What a program is. EITHER is a script if that compiles. */
typedef enum { SCRIPT, MODULE, EITHER } Kind;

/* host.c: the functions of the prelude's object "host". */
Value host_functions(void);

/* world.c: loads the prelude; afterwards code can run. */
void world_begin(void);
/* Compiles a program, and says why it cannot: then false. */
bool world_compile(const char *code, size_t n, const char *file, Kind kind);
/* Runs the compiled program with its promises and timers; the exit status. */
int world_run(bool print_result);
bool world_has_program(void);

#endif
