/* sed: the files that w and the flag w of s write. */
#include "sed.h"

enum { MOST = 64 };

static struct {
    const char *name;
    int fd;
    bool open_line; /* what was written last lacks its newline */
} outputs[MOST];
static int count;

int sed_output(const char *name)
{
    int i = 0;
    while (i < count && strcmp(outputs[i].name, name))
        i++;
    if (i < count)
        return i;
    if (count == MOST)
        dief(4, "too many files to write");
    int fd = !strcmp(name, "/dev/stdout")   ? 1
             : !strcmp(name, "/dev/stderr") ? 2
                                            : sys_open(name, SYS_WRITE);
    if (fd < 0)
        dief(4, "couldn't open file %s: %e", name);
    outputs[i].name = name;
    outputs[i].fd = fd;
    return count++;
}

void sed_write(int output, const char *p, size_t n)
{
    char end = (char)sed_delim;
    bool line = sed_ended;
    int fd = outputs[output].fd;
    if (fd == 1) {
        sed_put_line(p, n, line);
        return;
    }
    bool ok = (!outputs[output].open_line || write_all(fd, &end, 1)) && write_all(fd, p, n) &&
              (!line || write_all(fd, &end, 1));
    if (!ok)
        dief(4, "couldn't write to %s: %e", outputs[output].name);
    outputs[output].open_line = !line;
}
