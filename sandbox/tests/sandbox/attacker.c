/* A hostile compiler. The first argument says what it tries; "held" or "escaped" says what came of it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static int escapes;

/* What must fail. */
static void must_fail(const char *what, long result) {
    if (result >= 0) {
        printf("escaped: %s\n", what);
        escapes++;
    }
}

static int finish(void) {
    if (!escapes) puts("held");
    fflush(stdout);
    return escapes ? 1 : 0;
}

static void sleep_for_ever(void) {
    fflush(stdout);
    for (;;) pause();
}

/* Writes files of 1 MB until something says no or all are there, and keeps what it has: whoever adds it up must see it,
   however fast it was written. */
static void fill(int open_one(int), int count) {
    static char block[1 << 16];
    memset(block, 1, sizeof block);
    for (int i = 0; i < count; i++) {
        int file = open_one(i);
        if (file < 0) break;
        for (int j = 0; j < 16; j++)
            if (write(file, block, sizeof block) < 0) sleep_for_ever();
    }
    sleep_for_ever();
}

static int nameless(int i) {
    (void)i;
    int file = open("nameless", O_CREAT | O_EXCL | O_RDWR, 0600);
    unlink("nameless");
    return file;
}

static int memory_file(int i) {
    (void)i;
    int file = syscall(SYS_memfd_create, "memory", 0);
    if (file < 0) {
        puts("held");
        fflush(stdout);
        exit(0);
    }
    return file;
}

static void nest(int depth) {
    for (int i = 0; i < depth; i++) {
        if (mkdir("nest", 0700) && errno != EEXIST) return;
        if (chdir("nest")) return;
    }
}

static int in_nest(int i) {
    char name[32];
    snprintf(name, sizeof name, "file-%d", i);
    return open(name, O_CREAT | O_RDWR, 0600);
}

static int cat(const char *path) {
    char bytes[64];
    int file = open(path, O_RDONLY | O_NONBLOCK);
    return file < 0 ? -1 : read(file, bytes, sizeof bytes);
}

int main(int argc, char **argv) {
    const char *mode = argc > 1 ? argv[1] : "", *path = argc > 2 ? argv[2] : "";
    int other = argc > 2 ? atoi(argv[2]) : 0;
    if (!strcmp(mode, "stop")) {
        must_fail("SIGSTOP", kill(getppid(), SIGSTOP) && errno ? -1 : getppid() == 1 ? -1 : 0);
        return finish();
    }
    if (!strcmp(mode, "kill")) {
        kill(getppid(), SIGKILL);
        kill(getppid(), SIGTERM);
        usleep(100000);
        return 0;
    }
    if (!strcmp(mode, "signal")) {
        if (other > 1) must_fail("a signal to a stranger", kill(other, SIGTERM));
        return finish();
    }
    if (!strcmp(mode, "trace")) {
        char buffer[8], memory[64];
        struct iovec local = {buffer, 8}, remote = {(void *)main, 8};
        must_fail("ptrace", ptrace(PTRACE_SEIZE, getppid(), 0, 0));
        must_fail("process_vm_readv", process_vm_readv(getppid(), &local, 1, &remote, 1, 0));
        snprintf(memory, sizeof memory, "/proc/%d/mem", getppid());
        must_fail("the keeper's memory", open(memory, O_RDWR));
        snprintf(memory, sizeof memory, "/proc/%d/root/root", getppid());
        must_fail("the keeper's root directory", open(memory, O_PATH));
        snprintf(memory, sizeof memory, "/proc/%d/fd/0", getppid());
        must_fail("the keeper's descriptors", open(memory, O_RDONLY));
        return finish();
    }
    if (!strcmp(mode, "limit")) {
        struct rlimit limit = {60, 60};
        must_fail("prlimit of the keeper", prlimit(getppid(), RLIMIT_CPU, &limit, 0));
        must_fail("the keeper's priority", setpriority(PRIO_PROCESS, getppid(), 5));
        must_fail("the user's priority", setpriority(PRIO_USER, 0, getpriority(PRIO_USER, 0)));
        must_fail("the keeper's input and output", syscall(SYS_ioprio_set, 1, getppid(), 3 << 13));
        return finish();
    }
    if (!strcmp(mode, "locked")) {
        mkdir("a", 0700), mkdir("a/b", 0700), mkdir("a/b/c", 0700);
        close(open("a/b/c/file", O_CREAT | O_RDWR, 0));
        chmod("a/b/c", 0), chmod("a/b", 0), chmod("a", 0), chmod(".", 0);
        return 0;
    }
    if (!strcmp(mode, "nest")) {
        nest(20000);
        return 0;
    }
    if (!strcmp(mode, "many")) {
        for (int i = 0; i < 50000; i++) close(in_nest(i));
        return 0;
    }
    if (!strcmp(mode, "fill-nameless")) fill(nameless, 512);
    if (!strcmp(mode, "fill-memory")) fill(memory_file, 512);
    if (!strcmp(mode, "fill-nest")) {
        nest(3000);
        fill(in_nest, 512);
    }
    if (!strcmp(mode, "system-v")) {
        must_fail("a segment", syscall(SYS_shmget, 0, 4096, 01600));
        must_fail("semaphores", syscall(SYS_semget, 0, 1, 01600));
        must_fail("a queue", syscall(SYS_msgget, 0, 01600));
        return finish();
    }
    if (!strcmp(mode, "queues")) {
        must_fail("a POSIX queue", syscall(SYS_mq_open, "gadfly", O_CREAT | O_RDWR, 0600, NULL));
        return finish();
    }
    if (!strcmp(mode, "metadata")) {
        struct timeval times[2] = {{1, 0}, {1, 0}};
        must_fail("chmod", chmod(path, 0777));
        must_fail("utimes", utimes(path, times));
        must_fail("setxattr", setxattr(path, "user.gadfly", "1", 1, 0));
        must_fail("chown", chown(path, getuid(), getgid()));
        return finish();
    }
    if (!strcmp(mode, "read")) {
        for (int i = 2; i < argc; i++) must_fail(argv[i], cat(argv[i]));
        return finish();
    }
    if (!strcmp(mode, "write")) {
        for (int i = 2; i < argc; i++) must_fail(argv[i], open(argv[i], O_WRONLY | O_CREAT, 0600));
        return finish();
    }
    if (!strcmp(mode, "descriptors")) {
        for (int i = 3; i < 1024; i++) must_fail("a descriptor", fcntl(i, F_GETFD));
        return finish();
    }
    if (!strcmp(mode, "terminal")) {
        must_fail("/dev/tty", open("/dev/tty", O_RDONLY | O_NONBLOCK));
        must_fail("/dev/pts", open("/dev/pts", O_RDONLY | O_DIRECTORY));
        must_fail("/dev/console", open("/dev/console", O_RDONLY | O_NONBLOCK));
        return finish();
    }
    if (!strcmp(mode, "keys")) {
        must_fail("add_key", syscall(SYS_add_key, "user", "gadfly", "x", 1, -3));
        must_fail("keyctl", syscall(SYS_keyctl, 0, -3, 0));
        must_fail("request_key", syscall(SYS_request_key, "user", "gadfly", NULL, 0));
        return finish();
    }
    if (!strcmp(mode, "kernel")) {
        must_fail("unshare", unshare(CLONE_NEWUSER));
        must_fail("clone", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
        struct clone_args arguments = {.flags = CLONE_NEWUSER, .exit_signal = SIGCHLD};
        must_fail("clone3", syscall(SYS_clone3, &arguments, sizeof arguments));
        must_fail("mount", mount("none", "/tmp", "tmpfs", 0, NULL));
        must_fail("chroot", chroot("."));
        must_fail("bpf", syscall(SYS_bpf, 0, NULL, 0) < 0 && errno == EPERM ? -1 : 0);
        must_fail("perf_event_open", syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0) < 0 && errno == EPERM ? -1 : 0);
        must_fail("userfaultfd", syscall(SYS_userfaultfd, 1));
        must_fail("io_uring", syscall(SYS_io_uring_setup, 1, NULL) < 0 && errno == EPERM ? -1 : 0);
        return finish();
    }
    if (!strcmp(mode, "sockets")) {
        must_fail("a local socket", socket(AF_UNIX, SOCK_STREAM, 0));
        must_fail("an internet socket", socket(AF_INET, SOCK_STREAM, 0));
        return finish();
    }
    if (!strcmp(mode, "processes")) {
        char name[64];
        snprintf(name, sizeof name, "/proc/%s/stat", path);
        must_fail("another process", open(name, O_RDONLY) < 0 || other < 3 ? -1 : 0);
        return finish();
    }
    return 99;
}
