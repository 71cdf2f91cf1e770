/* spawn COUNT AT_ONCE PROGRAM ARGUMENT: starts the program COUNT times, AT_ONCE at a time, and waits for each. */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

extern char **environ;

static void wait_for_one(void)
{
    int status;
    if (wait(&status) < 0 || status != 0)
        exit(1);
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: spawn COUNT AT_ONCE PROGRAM ARGUMENT\n");
        return 2;
    }
    long count = strtol(argv[1], NULL, 10);
    long at_once = strtol(argv[2], NULL, 10);
    char *words[] = {argv[3], argv[4], NULL};
    for (long i = 0; i < count; i++) {
        pid_t pid;
        if (i >= at_once)
            wait_for_one();
        if (posix_spawn(&pid, argv[3], NULL, NULL, words, environ) != 0)
            return 1;
    }
    for (long i = 0; i < count && i < at_once; i++)
        wait_for_one();
    return 0;
}
