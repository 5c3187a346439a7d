/* A hostile compiler. The first argument says what it tries; "held" or "escaped" says what came of it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/reboot.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/swap.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
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

/* Each process lives for some microseconds: it is gone before it can be killed. */
static void hop(void) {
    for (;;)
        if (fork() > 0) _exit(0);
}

/* Daemons of daemons, each in a session of its own, deaf to signals, with children of others. */
static void daemons(void) {
    for (int i = 0; i < 8; i++) {
        if (fork()) continue;
        setsid();
        prctl(PR_SET_PDEATHSIG, 0);
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        for (int signal = 1; signal < 65; signal++) sigignore(signal);
        if (fork()) sleep_for_ever();
        setsid();
        if (fork()) _exit(0);
        sleep_for_ever();
    }
}

/* What waits in pairs of sockets is in nobody's memory. */
static void fill_sockets(void) {
    static char block[1 << 16];
    for (int i = 0; i < 40; i++)
        if (!fork()) break;
    for (int pair[2]; !socketpair(AF_UNIX, SOCK_STREAM, 0, pair);)
        for (int side = 0; side < 2; side++) {
            fcntl(pair[side], F_SETFL, O_NONBLOCK);
            while (write(pair[side], block, sizeof block) > 0) {}
        }
    sleep_for_ever();
}

/* Files that come later can be read by nobody. */
static void default_acl(const char *path) {
    static const struct {
        unsigned version;
        struct { unsigned short tag, rights; unsigned id; } entries[3];
    } nobody = {2, {{1, 0, -1u}, {4, 0, -1u}, {32, 0, -1u}}};
    setxattr(path, "system.posix_acl_default", &nobody, sizeof nobody, 0);
}

static void immutable(const char *path) {
    int file = open(path, O_RDONLY | O_NONBLOCK), flags = FS_IMMUTABLE_FL;
    ioctl(file, FS_IOC_SETFLAGS, &flags);
    close(file);
}

static void odd_names(void) {
    char name[256];
    for (int byte = 1; byte < 256; byte++) {
        if (byte == '/') continue;
        snprintf(name, sizeof name, "-%c\xff\n\x1b[2J%c", byte, byte);
        close(open(name, O_CREAT | O_RDWR, 0));
        mkdir(name + 1, 0);
    }
    memset(name, '\n', 255), name[255] = 0;
    close(open(name, O_CREAT | O_RDWR, 0));
    memset(name, 0xfe, 255);
    mkdir(name, 0);
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
    if (!strcmp(mode, "hop")) {
        for (int i = 0; i < 8; i++)
            if (!fork()) hop();
        return 0;
    }
    if (!strcmp(mode, "daemons")) {
        daemons();
        return 0;
    }
    if (!strcmp(mode, "fill-sockets")) fill_sockets();
    if (!strcmp(mode, "fill-hidden")) {
        prctl(PR_SET_DUMPABLE, 0);
        fill(nameless, 512);
    }
    if (!strcmp(mode, "acl")) {
        default_acl("."), default_acl(getenv("TMPDIR"));
        return 0;
    }
    if (!strcmp(mode, "immutable")) {
        mkdir("a", 0700), close(open("a/b", O_CREAT | O_RDWR, 0600));
        immutable("a/b"), immutable("a"), immutable(".");
        return 0;
    }
    if (!strcmp(mode, "odd-names")) {
        odd_names();
        return 0;
    }
    if (!strcmp(mode, "nodes")) {
        /* Not all of them are allowed to everyone. */
        mknod("object.o", S_IFSOCK | 0666, 0);
        mknod("zero.o", S_IFCHR | 0666, 0x105);
        mknod("disk.o", S_IFBLK | 0666, 0x700);
        symlink("/proc/self/fd/0", "fd.o"), symlink("loop.o", "loop.o"), mkdir("directory.o", 0700);
        return 0;
    }
    if (!strcmp(mode, "exchange")) {
        /* Directories change places, and so do a file and a link to what is precious. */
        syscall(SYS_renameat2, AT_FDCWD, "../work", AT_FDCWD, getenv("TMPDIR"), RENAME_EXCHANGE);
        mkdir("a", 0700), symlink(path, "link");
        syscall(SYS_renameat2, AT_FDCWD, "a", AT_FDCWD, "link", RENAME_EXCHANGE);
        symlink("..", "probe.c"), symlink(path, "b.c");
        return 0;
    }
    if (!strcmp(mode, "signal-everyone")) {
        int ends[2], keeper = syscall(SYS_pidfd_open, getppid(), 0);
        siginfo_t information = {.si_signo = SIGCONT, .si_code = SI_QUEUE};
        /* It claims success even if nobody got it. */
        kill(-1, SIGCONT);
        must_fail("a signal to the keeper's group", kill(-getpgid(getppid()), SIGCONT) < 0 || getppid() == 1 ? -1 : 0);
        /* The first process of a namespace takes no signal that it does not handle. */
        if (getppid() != 1) {
            must_fail("a signal by pidfd", syscall(SYS_pidfd_send_signal, keeper, SIGCONT, NULL, 0));
            must_fail("a queued signal", syscall(SYS_rt_sigqueueinfo, getppid(), SIGCONT, &information));
            must_fail("a signal to a thread", syscall(SYS_tgkill, getppid(), getppid(), SIGCONT));
        }
        /* A pipe that is written to signals its owner, and who that is says anyone. */
        pipe(ends);
        fcntl(ends[0], F_SETOWN, getppid()), fcntl(ends[0], F_SETSIG, SIGKILL), fcntl(ends[0], F_SETFL, O_ASYNC);
        write(ends[1], "x", 1);
        usleep(10000);
        return finish();
    }
    if (!strcmp(mode, "machine")) {
        struct timespec time;
        clock_gettime(CLOCK_REALTIME, &time);
        must_fail("the clock", clock_settime(CLOCK_REALTIME, &time));
        must_fail("the machine's name", sethostname("gadfly", 6));
        must_fail("swap", swapoff("/nothing") < 0 && errno == EPERM ? -1 : 0);
        must_fail("restarting", syscall(SYS_reboot, LINUX_REBOOT_MAGIC1, LINUX_REBOOT_MAGIC2, LINUX_REBOOT_CMD_CAD_ON, 0));
        must_fail("modules", syscall(SYS_delete_module, "gadfly", 0));
        must_fail("ports", syscall(SYS_iopl, 3));
        must_fail("accounting", acct(NULL));
        must_fail("core dumps", open("/proc/sys/kernel/core_pattern", O_WRONLY));
        must_fail("requests to the kernel", open("/proc/sysrq-trigger", O_WRONLY));
        must_fail("control groups", open("/sys/fs/cgroup/cgroup.procs", O_WRONLY));
        must_fail("control groups", open("/sys/fs/cgroup/memory/cgroup.procs", O_WRONLY));
        must_fail("disks", open("/dev/vda", O_RDONLY));
        must_fail("memory", open("/dev/mem", O_RDONLY));
        return finish();
    }
    if (!strcmp(mode, "raise")) {
        int kinds[] = {RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_CORE, RLIMIT_NOFILE, RLIMIT_AS, RLIMIT_SIGPENDING, RLIMIT_MEMLOCK};
        struct sched_param first = {1};
        for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
            must_fail("a limit", setrlimit(kinds[i], &limit));
        }
        must_fail("priority", setpriority(PRIO_PROCESS, 0, -5));
        must_fail("real time", sched_setscheduler(0, SCHED_FIFO, &first));
        must_fail("memory that stays", mlock(mmap(NULL, 64 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 64 << 20));
        int score = open("/proc/self/oom_score_adj", O_WRONLY);
        must_fail("being spared when memory is short", score < 0 ? -1 : write(score, "-1000", 5));
        return finish();
    }
    if (!strcmp(mode, "by-hand")) {
        /* Ways to a file that is not to be opened. */
        int file = open(path, O_PATH), place;
        char name[64];
        struct { struct file_handle handle; char rest[128]; } handle = {{.handle_bytes = 128}};
        snprintf(name, sizeof name, "/proc/self/fd/%d", file);
        must_fail("by what is open as a place", cat(name));
        must_fail("a link to it", linkat(AT_FDCWD, path, AT_FDCWD, "here", 0));
        must_fail("a link to what is open", linkat(AT_FDCWD, name, AT_FDCWD, "there", AT_SYMLINK_FOLLOW));
        must_fail("moving it here", rename(path, "moved"));
        must_fail("removing it", unlink(path));
        must_fail("cutting it", truncate(path, 0));
        must_fail("running it", syscall(SYS_execveat, AT_FDCWD, path, argv, argv + argc, 0) < 0 && errno != ENOEXEC ? -1 : 0);
        name_to_handle_at(AT_FDCWD, path, &handle.handle, &place, 0);
        must_fail("its handle", open_by_handle_at(AT_FDCWD, &handle.handle, O_RDONLY));
        *strrchr(argv[2], '/') = 0;
        must_fail("a file without a name beside it", open(path, O_TMPFILE | O_RDWR, 0600));
        must_fail("a directory beside it", (snprintf(name, sizeof name, "%s/new", path), mkdir(name, 0700)));
        must_fail("the names beside it", open(path, O_RDONLY | O_DIRECTORY));
        for (int i = 1; i < 100; i++) {
            snprintf(name, sizeof name, "/proc/%d/root%s/precious", i, path);
            must_fail("by another process's root directory", i == getpid() ? -1 : cat(name));
        }
        return finish();
    }
    if (!strcmp(mode, "watch")) {
        int notes = inotify_init1(0);
        must_fail("watching", inotify_add_watch(notes, path, IN_ALL_EVENTS));
        *strrchr(argv[2], '/') = 0;
        must_fail("watching the directory", inotify_add_watch(notes, path, IN_ALL_EVENTS));
        must_fail("watching the system", inotify_add_watch(notes, "/etc", IN_ALL_EVENTS));
        must_fail("watching all", syscall(SYS_fanotify_init, 0, 0));
        return finish();
    }
    if (!strcmp(mode, "look")) {
        struct stat status;
        must_fail("size and times", stat(path, &status));
        must_fail("whether it is there", access(path, F_OK));
        return finish();
    }
    if (!strcmp(mode, "leave")) {
        const char *places[] = {"/dev/shm/gadfly-left", "/var/tmp/gadfly-left", "/run/lock/gadfly-left", "/var/spool/cron/crontabs/gadfly-left",
            "/etc/cron.d/gadfly-left", "/usr/local/bin/gadfly-left", "/root/.profile-gadfly-left", "/dev/mqueue/gadfly-left"};
        for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
            must_fail(places[i], open(places[i], O_WRONLY | O_CREAT | O_NOFOLLOW, 0600));
            must_fail(places[i], mkfifo(places[i], 0600));
            must_fail(places[i], symlink("/etc/passwd", places[i]));
            must_fail(places[i], mkdir(places[i], 0700));
        }
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
