/* System layer over WASI preview 1: environment, time, random bytes. */
#include "base.h"

#include <wasi/api.h>

char **sys_environ(void)
{
    static char **env;
    static char *none[1];
    __wasi_size_t count = 0, size = 0;
    if (env)
        return env;
    env = none;
    if (__wasi_environ_sizes_get(&count, &size) || !count)
        return env;
    char **v = xmalloc((count + 1) * sizeof *v);
    char *text = xmalloc(size + 1);
    if (__wasi_environ_get((uint8_t **)v, (uint8_t *)text))
        return env;
    v[count] = NULL;
    return env = v;
}

int64_t sys_now(void)
{
    __wasi_timestamp_t t = 0;
    if (__wasi_clock_time_get(__WASI_CLOCKID_REALTIME, 1, &t))
        return 0;
    return (int64_t)t;
}

void sys_sleep(uint64_t ns)
{
    __wasi_subscription_t s;
    __wasi_event_t ev;
    __wasi_size_t n = 0;
    memset(&s, 0, sizeof s);
    s.u.tag = __WASI_EVENTTYPE_CLOCK;
    s.u.u.clock.id = __WASI_CLOCKID_MONOTONIC;
    s.u.u.clock.timeout = ns;
    if (__wasi_poll_oneoff(&s, &ev, 1, &n))
        return;
}

void sys_random(void *buf, size_t n)
{
    if (__wasi_random_get(buf, n))
        memset(buf, 0, n);
}
