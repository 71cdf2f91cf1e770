/* Where members of an archive may go. */
#include "safe.h"

/* The parent that was found to be a directory last. It stays one: no directory is
 * ever removed here. */
static char *known;

bool name_climbs(const char *name)
{
    for (const char *p = name; *p;) {
        size_t n = strcspn(p, "/");
        if (n == 2 && p[0] == '.' && p[1] == '.')
            return true;
        p += n;
        p += strspn(p, "/");
    }
    return false;
}

const char *name_below(const char *name)
{
    for (;;) {
        if (name[0] == '/')
            name++;
        else if (name[0] == '.' && (name[1] == '/' || !name[1]))
            name++;
        else
            return name;
    }
}

/* A part of a path below the directory: made when it is missing. */
static bool step(const char *path, const char **why)
{
    SysStat st;
    if (sys_stat(path, &st, false) < 0) {
        if (errno == ENOENT && sys_mkdir(path) == 0)
            return true;
        *why = err_text(errno);
        return false;
    }
    if (st.type == 'd')
        return true;
    *why = st.type == 'l' ? "a directory on the way is a symbolic link"
                          : "a directory on the way is a file";
    return false;
}

/* Removes empty parts and `.`, in place, so that a file has one name. */
static void tidy(char *path)
{
    char *w = path;
    for (const char *r = path; *r;) {
        size_t n = strcspn(r, "/");
        if (n && !(n == 1 && *r == '.')) {
            if (w > path)
                *w++ = '/';
            memmove(w, r, n);
            w += n;
        }
        r += n;
        r += strspn(r, "/");
    }
    *w = 0;
}

char *safe_path(const char *base, const char *name, const char **why)
{
    const char *below = name_below(name);
    if (!*below || name_climbs(below)) {
        *why = *below ? "name contains '..'" : "name is empty";
        return NULL;
    }
    char *path = path_join(base, below);
    size_t from = strlen(path) - strlen(below);
    tidy(path + from);
    char *slash = strrchr(path + from, '/');
    if (!slash)
        return path;
    *slash = 0;
    if (!known || strcmp(known, path)) {
        for (char *p = path + from; *p; p++) {
            if (*p != '/')
                continue;
            *p = 0;
            bool ok = step(path, why);
            *p = '/';
            if (!ok) {
                free(path);
                return NULL;
            }
        }
        if (!step(path, why)) {
            free(path);
            return NULL;
        }
        free(known);
        known = xstrndup(path, (size_t)(slash - path));
    }
    *slash = '/';
    return path;
}

bool safe_clear(const char *path)
{
    return sys_unlink(path) == 0 || errno == ENOENT;
}

bool safe_target(const char *name, const char *target)
{
    int depth = 0;
    if (!*target || *target == '/')
        return false;
    name = name_below(name);
    for (const char *p = name; *p; p++)
        if (*p == '/' && p[1] && p[1] != '/' && !(p[1] == '.' && (p[2] == '/' || !p[2])))
            depth++;
    while (target[0] == '.' && (target[1] == '/' || !strncmp(target, "..", 2))) {
        if (target[1] == '.') {
            if (target[2] && target[2] != '/')
                break;
            depth--;
            target++;
        }
        target++;
        target += strspn(target, "/");
    }
    return depth >= 0 && !name_climbs(target);
}

bool name_excluded(const char *name, char **patterns, size_t n)
{
    if (!n)
        return false;
    bool hit = false;
    size_t len = strlen(name);
    while (len > 1 && name[len - 1] == '/')
        len--;
    char *copy = xstrndup(name, len);
    for (size_t i = 0; i < n && !hit; i++)
        for (char *s = copy; *s && !hit; s += strcspn(s, "/"), s += strspn(s, "/"))
            for (char *e = s + strcspn(s, "/");; e += 1 + strcspn(e + 1, "/")) {
                char c = *e;
                *e = 0;
                hit = hit || glob_match(patterns[i], s, false);
                *e = c;
                if (!c || hit)
                    break;
            }
    free(copy);
    return hit;
}
