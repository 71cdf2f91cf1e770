/* spawn COUNT PROGRAM: starts the program so many times, one after the other, and waits for each. */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

extern char **environ;

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: spawn COUNT PROGRAM\n");
        return 2;
    }
    long count = strtol(argv[1], NULL, 10);
    char *words[] = {"echo", "hello", NULL};
    for (long i = 0; i < count; i++) {
        pid_t pid;
        int status;
        if (posix_spawn(&pid, argv[2], NULL, NULL, words, environ) != 0)
            return 1;
        if (waitpid(pid, &status, 0) != pid || status != 0)
            return 1;
    }
    return 0;
}
