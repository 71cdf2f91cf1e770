/* Inputs: files or standard input, and the values that the command line gives. */
#include "yaml.h"

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
            source = (Json){.p = source_text, .start = source_text, .end = source_text + n,
                            .sequence = inputs.sequence};
            if (inputs.yaml)
                yaml_open(inputs.files[inputs.at - 1], source_text, n);
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

Value input_name(void)
{
    const char *name = inputs.at > 0 ? inputs.files[inputs.at - 1] : "-";
    return strcmp(name, "-") ? v_word(name) : v_null();
}

double input_line(void)
{
    double n = 0;
    for (const char *p = source_text; p < source.p; p++)
        n += *p == '\n';
    return n;
}

static bool next_value(Value *v)
{
    do {
        bool more = inputs.raw      ? next_line(v)
                    : inputs.yaml   ? yaml_next(&source, v)
                    : inputs.stream ? stream_next(&source, v)
                                    : json_next(&source, v);
        if (more)
            return true;
        if (source.error) {
            out_flush();
            dief(2, "error: %s at line %d of %s", source.error, (int)input_line() + 1,
                 inputs.files[inputs.at - 1]);
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
