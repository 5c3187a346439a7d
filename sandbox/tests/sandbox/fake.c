/* A compiler that does everything wrong. The first argument says what, the second is a mark that finds its processes. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void sleep_for_ever(void) {
    for (;;) pause();
}

static void spin_for_ever(void) {
    for (volatile unsigned long i = 0;; i++) {}
}

static int create(const char *path) {
    int file = open(path, O_CREAT | O_WRONLY, 0666);
    printf("%s %s\n", path, file < 0 ? "denied" : "created");
    return file;
}

static void fill(void) {
    static char block[1 << 16];
    memset(block, 1, sizeof block);
    for (int i = 0;; i++) {
        char name[32];
        snprintf(name, sizeof name, "fill-%d", i);
        int file = open(name, O_CREAT | O_WRONLY, 0666);
        for (int j = 0; j < 16; j++)
            if (write(file, block, sizeof block) < 0) sleep_for_ever();
        close(file);
    }
}

static void eat(void) {
    for (;;) {
        char *block = malloc(1 << 20);
        if (!block) {
            puts("refused");
            exit(3);
        }
        memset(block, 1, 1 << 20);
    }
}

int main(int argc, char **argv) {
    const char *mode = argc > 1 ? argv[1] : "";
    if (!strcmp(mode, "sleep")) sleep_for_ever();
    if (!strcmp(mode, "spin")) spin_for_ever();
    if (!strcmp(mode, "ignore")) {
        for (int i = 1; i < 65; i++) signal(i, SIG_IGN);
        sleep_for_ever();
    }
    if (!strcmp(mode, "spin-below")) {
        if (!fork()) {
            setsid();
            spin_for_ever();
        }
        sleep_for_ever();
    }
    if (!strcmp(mode, "daemon")) {
        if (!fork()) {
            setsid();
            if (!fork()) sleep_for_ever();
            exit(0);
        }
        wait(NULL);
        puts("started");
        return 0;
    }
    if (!strcmp(mode, "daemons")) {
        for (int i = 0; i < 20; i++)
            if (!fork()) {
                setsid();
                sleep_for_ever();
            }
        return 5;
    }
    if (!strcmp(mode, "bomb")) {
        for (;;) fork();
    }
    if (!strcmp(mode, "crowd")) {
        for (int i = 0; i < 200; i++)
            if (!fork()) sleep_for_ever();
        sleep_for_ever();
    }
    if (!strcmp(mode, "eat")) eat();
    if (!strcmp(mode, "fill")) fill();
    if (!strcmp(mode, "one-file")) {
        static char block[1 << 16];
        int file = open("file", O_CREAT | O_WRONLY, 0666);
        for (;;) write(file, block, sizeof block);
    }
    if (!strcmp(mode, "flood")) {
        for (;;) puts("flood flood flood flood flood flood flood flood flood");
    }
    if (!strcmp(mode, "much")) {
        printf("head");
        for (int i = 0; i < 100000; i++) putchar('.');
        printf("tail");
        return 0;
    }
    if (!strcmp(mode, "leave")) {
        char path[4096];
        snprintf(path, sizeof path, "%s/left-%s", getenv("TMPDIR"), argv[2]);
        create(path);
        snprintf(path, sizeof path, "%s/directory-%s", getenv("TMPDIR"), argv[2]);
        mkdir(path, 0);
        snprintf(path, sizeof path, "%s/dot-%s", getenv("HOME"), argv[2]);
        create(path);
        snprintf(path, sizeof path, "/tmp/%s", argv[2]);
        create(path);
        fflush(stdout);
        raise(SIGKILL);
    }
    if (!strcmp(mode, "network")) {
        int inet = socket(AF_INET, SOCK_STREAM, 0), local = socket(AF_UNIX, SOCK_STREAM, 0);
        puts(inet < 0 && local < 0 ? "denied" : "allowed");
        return 0;
    }
    if (!strcmp(mode, "create")) {
        for (int i = 3; i < argc; i++) create(argv[i]);
        return 0;
    }
    if (!strcmp(mode, "session")) {
        puts(getsid(0) == getpid() && getpgrp() == getpid() ? "own" : "shared");
        printf("%d\n", getchar());
        return 0;
    }
    if (!strcmp(mode, "abort")) abort();
    if (!strcmp(mode, "exit")) return 7;
    return 99;
}
