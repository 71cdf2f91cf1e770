
/* Forgets all preopens, which a snapshot must not keep. The constructor finds those of an instance. */
void escarole_forget_preopens(void) {
    for (size_t i = 0; i < num_preopens; ++i) {
        free((void *)preopens[i].prefix);
    }
    num_preopens = 0;
}

extern char *__wasilibc_cwd;

/* Where relative paths begin, as in the other commands: the preopen after ".", else the workspace,
   else the root. Becomes the current directory of libc. The host is not asked, so that a program
   that opens no file sees nothing but its arguments. */
const char *escarole_begins_in(void) {
    const char *place = "";
    for (size_t i = 0; i < num_preopens; ++i) {
        bool last_after_dot = i > 0 && i + 1 == num_preopens && !*preopens[i - 1].prefix;
        if (last_after_dot || !strcmp(preopens[i].prefix, "workspace")) {
            place = preopens[i].prefix;
        }
    }
    char *path = malloc(strlen(place) + 2);
    if (path == NULL) _Exit(EX_SOFTWARE);
    path[0] = '/';
    strcpy(path + 1, place);
    __wasilibc_cwd = path;
    return path;
}
