/* What JavaScript gets of the world: functions with plain numbers, texts and bytes,
 * which only the prelude sees. A negative number is an errno. */
#include "js.h"

static Value number(double d)
{
    return qjs_new_number(d);
}

static Value status(int result)
{
    return number(result < 0 ? -errno : result);
}

static Value text(const char *s)
{
    return qjs_new_string(s, strlen(s));
}

static char none[1];

/* An argument as a text that its receiver gives back; never NULL. Objects are none: to
 * make a text of one would run code of the program. */
static char *text_of(int argc, Value *argv, int i, size_t *n)
{
    *n = 0;
    char *s = i < argc && qjs_is_string(argv[i]) ? qjs_get_string_len(argv[i], n) : NULL;
    return s ? s : none;
}

static void give_back(char *s)
{
    if (s != none)
        qjs_free_cstring(s);
}

static int int_of(int argc, Value *argv, int i)
{
    return i < argc && qjs_is_number(argv[i]) ? (int)qjs_get_float64(argv[i]) : 0;
}

/* A path with a NUL byte would end there. */
static char *path_of(int argc, Value *argv, int i)
{
    size_t n;
    char *s = text_of(argc, argv, i, &n);
    if (strlen(s) == n)
        return s;
    give_back(s);
    return NULL;
}

static Value no_path(void)
{
    errno = EINVAL;
    return status(-1);
}

/* Appends to an array, which keeps the value. */
static void append(Value array, uint32_t *n, Value v)
{
    qjs_set_prop_uint32(array, (*n)++, v);
    qjs_free_value(v);
}

static Value strings(char **v, int n)
{
    Value array = qjs_new_array();
    uint32_t at = 0;
    for (int i = 0; i < n; i++)
        append(array, &at, text(v[i]));
    return array;
}

/* ---- descriptors ---- */

static Value write_bytes(int fd, const void *p, size_t n)
{
    if (write_all(fd, p, n))
        return number((double)n);
    if (errno == EPIPE)
        sys_exit(141);
    return status(-1);
}

static Value call_write(int argc, Value *argv)
{
    int fd = int_of(argc, argv, 0);
    size_t n = 0;
    if (argc > 1 && !qjs_is_string(argv[1])) {
        uint8_t *bytes = JS_GetUint8Array(qjs_get_context_ptr(), &n, *argv[1]);
        /* NULL: QuickJS has thrown. */
        return bytes ? write_bytes(fd, bytes, n) : NULL;
    }
    char *s = text_of(argc, argv, 1, &n);
    Value result = write_bytes(fd, s, n);
    give_back(s);
    return result;
}

static Value call_read(int argc, Value *argv)
{
    static uint8_t buffer[65536];
    ptrdiff_t got = sys_read(int_of(argc, argv, 0), buffer, sizeof buffer);
    return got < 0 ? status(-1) : qjs_new_uint8_array(buffer, (size_t)got);
}

/* Everything up to the end of a descriptor. */
static Value read_whole(int fd)
{
    SysStat st;
    size_t cap = 4096, n = 0;
    if (!sys_fstat(fd, &st) && st.type == 'f' && st.size < (1u << 30))
        cap = (size_t)st.size + 1;
    char *buffer = malloc(cap);
    for (;;) {
        if (buffer && n == cap) {
            char *more = cap < (1u << 30) ? realloc(buffer, cap *= 2) : NULL;
            if (!more)
                free(buffer);
            buffer = more;
        }
        if (!buffer) {
            errno = ENOMEM;
            return status(-1);
        }
        ptrdiff_t got = sys_read(fd, buffer + n, cap - n);
        if (got < 0) {
            free(buffer);
            return status(-1);
        }
        if (got == 0)
            break;
        n += (size_t)got;
    }
    Value bytes = qjs_new_uint8_array(buffer, n);
    free(buffer);
    return bytes;
}

static Value call_read_all(int argc, Value *argv)
{
    if (argc > 0 && !qjs_is_string(argv[0]))
        return read_whole(int_of(argc, argv, 0));
    char *path = path_of(argc, argv, 0);
    if (!path)
        return no_path();
    int fd = sys_open(path, SYS_READ);
    give_back(path);
    if (fd < 0)
        return status(-1);
    Value bytes = read_whole(fd);
    sys_close(fd);
    return bytes;
}

/* open(path, 0 for writing from the start, 1 for appending) */
static Value call_create(int argc, Value *argv)
{
    char *path = path_of(argc, argv, 0);
    if (!path)
        return no_path();
    int fd = sys_open(path, int_of(argc, argv, 1) ? SYS_APPEND : SYS_WRITE);
    give_back(path);
    return status(fd);
}

static Value call_close(int argc, Value *argv)
{
    return status(sys_close(int_of(argc, argv, 0)));
}

/* ---- names of files ---- */

/* stat(path, follow): type, size, time of change in milliseconds */
static Value call_stat(int argc, Value *argv)
{
    char *path = path_of(argc, argv, 0);
    SysStat st;
    if (!path)
        return no_path();
    int failed = sys_stat(path, &st, int_of(argc, argv, 1) != 0);
    give_back(path);
    if (failed)
        return status(-1);
    Value array = qjs_new_array();
    uint32_t n = 0;
    append(array, &n, qjs_new_string(&st.type, 1));
    append(array, &n, number((double)st.size));
    append(array, &n, number((double)(st.mtime / 1000) / 1000));
    return array;
}

/* list(path): names, each with its type in front */
static Value call_list(int argc, Value *argv)
{
    char *path = path_of(argc, argv, 0);
    SysEntry *list = NULL;
    size_t count = 0;
    if (!path)
        return no_path();
    int failed = sys_list(path, &list, &count);
    give_back(path);
    if (failed)
        return status(-1);
    Value array = qjs_new_array();
    uint32_t n = 0;
    for (size_t i = 0; i < count; i++) {
        char type[2] = {list[i].type, 0};
        char *both = path_join(type, list[i].name);
        append(array, &n, text(both));
        free(both);
        free(list[i].name);
    }
    free(list);
    return array;
}

static Value named(int argc, Value *argv, int (*change)(const char *path))
{
    char *path = path_of(argc, argv, 0);
    if (!path)
        return no_path();
    Value result = status(change(path));
    give_back(path);
    return result;
}

static Value call_mkdir(int argc, Value *argv)
{
    return named(argc, argv, sys_mkdir);
}

static Value call_rmdir(int argc, Value *argv)
{
    return named(argc, argv, sys_rmdir);
}

static Value call_unlink(int argc, Value *argv)
{
    return named(argc, argv, sys_unlink);
}

static Value call_rename(int argc, Value *argv)
{
    char *from = path_of(argc, argv, 0);
    char *to = path_of(argc, argv, 1);
    Value result = from && to ? status(sys_rename(from, to)) : no_path();
    if (from)
        give_back(from);
    if (to)
        give_back(to);
    return result;
}

/* ---- the process ---- */

static Value call_args(int argc, Value *argv)
{
    (void)argc, (void)argv;
    return strings(arg_values, arg_count);
}

static Value call_environ(int argc, Value *argv)
{
    (void)argc, (void)argv;
    char **env = sys_environ();
    int n = 0;
    while (env[n])
        n++;
    return strings(env, n);
}

static Value call_cwd(int argc, Value *argv)
{
    (void)argc, (void)argv;
    return text(sys_cwd());
}

static Value call_exit(int argc, Value *argv)
{
    sys_exit(int_of(argc, argv, 0) & 255);
}

static Value call_now(int argc, Value *argv)
{
    (void)argc, (void)argv;
    return number((double)(sys_now() / 1000) / 1000);
}

static Value call_random(int argc, Value *argv)
{
    static uint8_t buffer[65536];
    int n = int_of(argc, argv, 0);
    n = n < 0 ? 0 : n > (int)sizeof buffer ? (int)sizeof buffer : n;
    sys_random(buffer, (size_t)n);
    return qjs_new_uint8_array(buffer, (size_t)n);
}

/* ---- texts ---- */

static Value call_encode(int argc, Value *argv)
{
    size_t n;
    char *s = text_of(argc, argv, 0, &n);
    Value bytes = qjs_new_uint8_array(s, n);
    give_back(s);
    return bytes;
}

static Value call_decode(int argc, Value *argv)
{
    size_t n = 0;
    uint8_t *p = argc ? JS_GetUint8Array(qjs_get_context_ptr(), &n, *argv[0]) : NULL;
    return p ? qjs_new_string((const char *)p, n) : NULL;
}

static Value call_error(int argc, Value *argv)
{
    return text(err_text(int_of(argc, argv, 0)));
}

static const struct {
    const char *name;
    Value (*call)(int argc, Value *argv);
} functions[] = {
    {"write", call_write}, {"read", call_read}, {"readAll", call_read_all},
    {"create", call_create}, {"close", call_close}, {"stat", call_stat},
    {"list", call_list}, {"mkdir", call_mkdir}, {"rmdir", call_rmdir},
    {"unlink", call_unlink}, {"rename", call_rename}, {"args", call_args},
    {"environ", call_environ}, {"cwd", call_cwd}, {"exit", call_exit},
    {"now", call_now}, {"random", call_random}, {"encode", call_encode},
    {"decode", call_decode}, {"error", call_error},
};

/* For QuickJS a function's name is one character, which is its place. */
enum { FUNCTIONS = sizeof functions / sizeof *functions, FIRST = 'A' };

Value host_functions(void)
{
    Value host = qjs_new_object();
    for (int i = 0; i < FUNCTIONS; i++) {
        char which = (char)(FIRST + i);
        Value function = qjs_new_host_function(&which, 1, 0);
        qjs_set_prop_string(host, functions[i].name, function);
        qjs_free_value(function);
    }
    return host;
}

/* Called by QuickJS for every function above. */
__attribute__((export_name("host_call"))) Value
host_call(const char *name, size_t length, Value self, int argc, Value *argv)
{
    (void)self;
    int which = length == 1 ? name[0] - FIRST : -1;
    return which >= 0 && which < FUNCTIONS ? functions[which].call(argc, argv) : qjs_get_undefined();
}
