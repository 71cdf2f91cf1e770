/* Failures: what went wrong, until somebody catches it. */
#include "jq.h"

Value failure;

int fail(Value v)
{
    failure = v;
    return FAIL;
}

/* As much of a value as a message shows. */
enum { SHORT = 14, LONG = 29 };

static void short_value(Buf *b, Value v, size_t most)
{
    Value text = json_text(v);
    if (text.str->n <= most) {
        buf_mem(b, text.str->s, text.str->n);
        return;
    }
    size_t n = most - 3;
    while (n > 0 && ((uchar)text.str->s[n] & 0xc0) == 0x80)
        n--;
    buf_mem(b, text.str->s, n);
    buf_str(b, "...");
}

int fail_text(const char *fmt, ...)
{
    Buf b = {0};
    va_list ap;
    va_start(ap, fmt);
    for (; *fmt; fmt++) {
        if (*fmt != '%')
            buf_ch(&b, *fmt);
        else if (*++fmt == 's')
            buf_str(&b, va_arg(ap, const char *));
        else if (*fmt == 'k')
            buf_str(&b, kind_name(va_arg(ap, Value)));
        else if (*fmt == 'v')
            short_value(&b, va_arg(ap, Value), SHORT);
        else if (*fmt == 'V')
            short_value(&b, va_arg(ap, Value), LONG);
    }
    va_end(ap);
    return fail(buf_value(&b));
}
