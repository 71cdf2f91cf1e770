/* Inputs: files or standard input, and the values that the command line gives. */
#include "jq.h"

Inputs inputs;
Value var_env, var_named, var_args;

static Json source;
static char *source_text;

static bool open_next(void)
{
    size_t n;
    while (inputs.at < inputs.count) {
        free(source_text);
        source_text = in_slurp(inputs.files[inputs.at++], &n);
        if (source_text) {
            source = (Json){.p = source_text, .end = source_text + n};
            return true;
        }
        inputs.status = 2;
    }
    return false;
}

static bool next_line(Value *v)
{
    if (source.p == source.end)
        return false;
    const char *nl = find_byte(source.p, source.end, '\n');
    Buf b = {0};
    for (const char *p = source.p; p < nl;)
        buf_rune(&b, rune_next(&p, nl));
    *v = buf_value(&b);
    source.p = nl < source.end ? nl + 1 : nl;
    return true;
}

static bool next_value(Value *v)
{
    do {
        if (inputs.raw ? next_line(v) : json_next(&source, v))
            return true;
        if (source.error) {
            int line = 1;
            for (const char *p = source_text; p < source.p; p++)
                line += *p == '\n';
            out_flush();
            dief(2, "error: %s at line %d of %s", source.error, line, inputs.files[inputs.at - 1]);
        }
    } while (open_next());
    return false;
}

static Value slurped(void)
{
    Value list = v_array(), v;
    Buf b = {0};
    while (next_value(&v)) {
        if (inputs.raw) {
            buf_mem(&b, v.str->s, v.str->n);
            if (source.p > source_text && source.p[-1] == '\n')
                buf_ch(&b, '\n');
        } else {
            list = arr_push(list, v);
        }
    }
    return inputs.raw ? buf_value(&b) : list;
}

bool next_input(Value *v)
{
    static bool done;
    if (!inputs.slurp)
        return next_value(v);
    if (done)
        return false;
    done = true;
    *v = slurped();
    return true;
}
