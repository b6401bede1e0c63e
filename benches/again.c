/* Calls the `main` of a program as often as wanted, in one process.
 *
 * Valgrind translates the code of a program before it runs it, which takes longer than most of the
 * runs that `patterns.py` counts. Here the code is translated once: this library is loaded before
 * the program (LD_PRELOAD) and calls its `main` for each line of the standard input. A line has a
 * word that tells how, the file for what is printed, and the words of the command line, with tabs
 * between them. `translate` makes the call in a thread, so that its code is translated; a number is
 * the seconds of processor time that the call may take in a copy of the process, at whose end
 * valgrind prints how many instructions were counted so far. `0` makes and ends such a copy at
 * once: its count is what came before. Each line is answered with the signal that ended the copy,
 * the kilobytes of memory that it took at most, and its seconds of processor time.
 *
 * The program is started with the word `again`, as often as a line may have words.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int program(int, char **, char **);
typedef int starter(program *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

static program *real;
static int words;
static char **arguments, **environment;

static _Thread_local jmp_buf end;
static sem_t translated;

/* The runtime of Rust lets one thread return from `main` and makes all others wait for the end of
 * the process. */
int pause(void) { longjmp(end, 1); }

/* Calls the program; the words of a line take the place of those that it was started with. */
static void *call(void *line) {
    char *rest = line;
    int output = open(strsep(&rest, "\t"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(output, 1);
    dup2(output, 2);
    close(output);
    for (int word = 1; word < words; word++) arguments[word] = strsep(&rest, "\t");
    if (!setjmp(end)) real(words, arguments, environment);
    return NULL;
}

/* Does not end: a later thread must not have the number of the one that returned from `main`. */
static void *translate(void *line) {
    call(line);
    sem_post(&translated);
    while (1) sleep(1000);
    return NULL;
}

static int again(int count, char **argv, char **envp) {
    words = count, arguments = argv, environment = envp;
    sem_init(&translated, 0, 0);
    FILE *lines = fdopen(dup(0), "r");
    int answers = dup(1);
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, lines) > 0) {
        char *rest = line;
        rest[strcspn(rest, "\n")] = 0;
        char *how = strsep(&rest, "\t");
        int status = 0;
        struct rusage used = {0};
        if (!strcmp(how, "translate")) {
            pthread_t thread;
            if (pthread_create(&thread, NULL, translate, rest)) _exit(2);
            sem_wait(&translated);
        } else {
            rlim_t seconds = atoi(how);
            pid_t copy = fork();
            if (copy == 0 && seconds) {
                setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds});
                call(rest);
            }
            if (copy == 0) _exit(0);
            if (wait4(copy, &status, 0, &used) < 0) _exit(2);
        }
        double time = used.ru_utime.tv_sec + used.ru_stime.tv_sec + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
        dprintf(answers, "%d %ld %f\n", WIFSIGNALED(status) ? WTERMSIG(status) : 0, used.ru_maxrss, time);
    }
    _exit(0);
}

int __libc_start_main(program *main, int count, char **argv, void (*init)(void), void (*fini)(void),
                      void (*leave)(void), void *stack) {
    starter *start = (starter *)dlsym(RTLD_NEXT, "__libc_start_main");
    real = main;
    /* Valgrind's own launcher loads this library too. */
    int wanted = count > 1 && !strcmp(argv[1], "again");
    return start(wanted ? again : main, count, argv, init, fini, leave, stack);
}
