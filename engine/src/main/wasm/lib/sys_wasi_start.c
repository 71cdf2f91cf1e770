/* The start of a command over WASI preview 1. */
#include "sys_wasi.h"

/* A return from _start is exit status 0 without the call of proc_exit. */
__attribute__((export_name("_start"))) void _start(void)
{
    static uint8_t small[1024];
    static uint8_t *words[64];
    __wasi_size_t count = 0, size = 0;
    if (__wasi_args_sizes_get(&count, &size))
        sys_exit(71);
    uint8_t **argv = words;
    uint8_t *text = small;
    if (count >= 64 || size > sizeof small) {
        argv = xmalloc((count + 1) * sizeof *argv);
        text = xmalloc(size + 1);
    }
    if (count && __wasi_args_get(argv, text))
        sys_exit(71);
    argv[count] = NULL;
    int status = app_main((int)count, (char **)argv);
    if (status)
        sys_exit(status);
}
