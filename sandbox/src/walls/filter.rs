//! A seccomp filter that refuses what no compiler and no test needs, for 64-bit programs and for 32-bit ones.
//!
//! - Sockets: local ones would lead out of every other wall, to a container daemon or to the user's session. Pairs of
//!   connected sockets stay allowed, they lead nowhere. io_uring can make sockets without the system call.
//! - What outlives a job or escapes its limits: System V and POSIX queues and segments, files of memory without a name.
//! - Other processes: tracing them, their memory and descriptors, their limits and priorities.
//! - Watching files, which says who reads and writes them.
//! - What is the kernel's: keys, BPF, performance counters, new namespaces.
//!
//! Mounting is not in the list: the keeper itself mounts later on, and jobs have no capability for it.

use std::io;

/// What becomes of a system call.
#[derive(Copy, Clone)]
enum Rule {
    Refused,
    /// As if the kernel had no such call, so that libraries use an older one.
    Unknown,
    /// Refused unless these arguments are all zero, which means the caller itself.
    OnlySelf(&'static [u32]),
    /// Refused with any of these bits in its first argument.
    Without(u32),
}
use Rule::{OnlySelf, Refused, Unknown, Without};

type Call = (i64, Rule);

/// Flags of `clone` that make namespaces: of mounts, control groups, names, IPC, users, processes and the network.
const NAMESPACES: u32 = 0x7e02_0000;

/// By name, for the machine's own architecture.
const NATIVE: &[Call] = &[
    (libc::SYS_socket, Refused),
    (libc::SYS_io_uring_setup, Refused),
    (libc::SYS_io_uring_enter, Refused),
    (libc::SYS_io_uring_register, Refused),
    (libc::SYS_shmget, Refused),
    (libc::SYS_shmat, Refused),
    (libc::SYS_shmctl, Refused),
    (libc::SYS_semget, Refused),
    (libc::SYS_semop, Refused),
    (libc::SYS_semtimedop, Refused),
    (libc::SYS_semctl, Refused),
    (libc::SYS_msgget, Refused),
    (libc::SYS_msgsnd, Refused),
    (libc::SYS_msgrcv, Refused),
    (libc::SYS_msgctl, Refused),
    (libc::SYS_mq_open, Refused),
    (libc::SYS_mq_unlink, Refused),
    (libc::SYS_memfd_create, Unknown),
    (libc::SYS_memfd_secret, Unknown),
    (libc::SYS_ptrace, Refused),
    (libc::SYS_process_vm_readv, Refused),
    (libc::SYS_process_vm_writev, Refused),
    (libc::SYS_process_madvise, Refused),
    (libc::SYS_pidfd_getfd, Refused),
    (libc::SYS_kcmp, Refused),
    (libc::SYS_move_pages, Refused),
    (libc::SYS_migrate_pages, Refused),
    (libc::SYS_prlimit64, OnlySelf(&[0])),
    (libc::SYS_setpriority, OnlySelf(&[0, 1])),
    (libc::SYS_ioprio_set, Refused),
    (libc::SYS_sched_setaffinity, OnlySelf(&[0])),
    (libc::SYS_sched_setscheduler, OnlySelf(&[0])),
    (libc::SYS_sched_setparam, OnlySelf(&[0])),
    (libc::SYS_sched_setattr, OnlySelf(&[0])),
    (libc::SYS_add_key, Refused),
    (libc::SYS_request_key, Refused),
    (libc::SYS_keyctl, Refused),
    (libc::SYS_bpf, Refused),
    (libc::SYS_perf_event_open, Refused),
    (libc::SYS_userfaultfd, Refused),
    (libc::SYS_fanotify_init, Refused),
    (libc::SYS_inotify_add_watch, Refused),
    (libc::SYS_open_by_handle_at, Refused),
    (libc::SYS_syslog, Refused),
    (libc::SYS_unshare, Refused),
    (libc::SYS_setns, Refused),
    (libc::SYS_clone, Without(NAMESPACES)),
    // Its flags are in memory, where a filter cannot look.
    (libc::SYS_clone3, Unknown),
];

/// An architecture as the kernel's audit names it, and its system calls.
type Architecture = (u32, &'static [Call]);

#[cfg(target_arch = "x86_64")]
const ARCHITECTURES: &[Architecture] = &[(0xc000_003e, NATIVE), (0x4000_0003, I386)];

#[cfg(target_arch = "aarch64")]
const ARCHITECTURES: &[Architecture] = &[(0xc000_00b7, NATIVE), (0x4000_0028, ARM)];

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const ARCHITECTURES: &[Architecture] = &[];

/// x32 has x86-64's name, and this bit in its numbers. No kernel of a distribution has it any more.
#[cfg(target_arch = "x86_64")]
const X32: u32 = 0x4000_0000;
#[cfg(not(target_arch = "x86_64"))]
const X32: u32 = u32::MAX;

/// By number, as in the kernel's `syscall_32.tbl`.
#[cfg(target_arch = "x86_64")]
const I386: &[Call] = &[
    (102, Refused), // socketcall
    (359, Refused), // socket
    (425, Refused), // io_uring
    (426, Refused),
    (427, Refused),
    (117, Refused), // ipc, which is all of System V
    (393, Refused), // semget and the others, since Linux 5.1
    (394, Refused),
    (395, Refused),
    (396, Refused),
    (397, Refused),
    (399, Refused),
    (400, Refused),
    (401, Refused),
    (402, Refused),
    (420, Refused), // semtimedop
    (277, Refused), // mq_open
    (278, Refused),
    (356, Unknown), // memfd_create
    (447, Unknown),
    (26, Refused),  // ptrace
    (347, Refused), // process_vm_readv
    (348, Refused),
    (440, Refused),          // process_madvise
    (438, Refused),          // pidfd_getfd
    (349, Refused),          // kcmp
    (317, Refused),          // move_pages
    (294, Refused),          // migrate_pages
    (340, OnlySelf(&[0])),   // prlimit64
    (97, OnlySelf(&[0, 1])), // setpriority
    (289, Refused),          // ioprio_set
    (241, OnlySelf(&[0])),   // sched_setaffinity
    (156, OnlySelf(&[0])),
    (154, OnlySelf(&[0])),
    (351, OnlySelf(&[0])),
    (286, Refused), // add_key
    (287, Refused),
    (288, Refused),
    (357, Refused), // bpf
    (336, Refused), // perf_event_open
    (374, Refused), // userfaultfd
    (338, Refused), // fanotify_init
    (292, Refused), // inotify_add_watch
    (342, Refused), // open_by_handle_at
    (103, Refused), // syslog
    (310, Refused), // unshare
    (346, Refused), // setns
    (120, Without(NAMESPACES)),
    (435, Unknown), // clone3
];

#[cfg(target_arch = "aarch64")]
const ARM: &[Call] = &[
    (281, Refused), // socket
    (425, Refused), // io_uring
    (426, Refused),
    (427, Refused),
    (307, Refused), // shmget
    (305, Refused), // shmat
    (299, Refused), // semget
    (303, Refused), // msgget
    (274, Refused), // mq_open
    (385, Unknown), // memfd_create
    (26, Refused),  // ptrace
    (376, Refused), // process_vm_readv
    (377, Refused),
    (369, OnlySelf(&[0])),   // prlimit64
    (97, OnlySelf(&[0, 1])), // setpriority
    (309, Refused),          // add_key
    (310, Refused),
    (311, Refused),
    (386, Refused), // bpf
    (364, Refused), // perf_event_open
    (388, Refused), // userfaultfd
    (317, Refused), // inotify_add_watch
    (337, Refused), // unshare
    (375, Refused), // setns
    (120, Without(NAMESPACES)),
    (435, Unknown), // clone3
];

/// Offsets in `seccomp_data`.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
/// Of the lower half of the first argument, on a machine that has the lower half first.
const ARGUMENTS: u32 = 16;

const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
const JUMP: u16 = (libc::BPF_JMP | libc::BPF_JA) as u16;
const JUMP_IF_EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
const JUMP_IF_GREATER_OR_EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16;
const JUMP_IF_ANY_BIT: u16 = (libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K) as u16;
const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;

const ALLOW: libc::sock_filter = statement(RETURN, libc::SECCOMP_RET_ALLOW);
const REFUSE: libc::sock_filter = statement(RETURN, libc::SECCOMP_RET_ERRNO | libc::EPERM as u32);
const DENY_KNOWLEDGE: libc::sock_filter = statement(RETURN, libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32);

/// Holds for this process and all its descendants, for ever.
pub fn build() -> io::Result<()> {
    if ARCHITECTURES.is_empty() {
        return Err(io::Error::other("the filter of system calls is not known for this architecture"));
    }
    let mut filter: Vec<_> = ARCHITECTURES.iter().flat_map(of_architecture).collect();
    filter.push(REFUSE);
    install(&mut filter)
}

/// Skipped as a whole if the program is of another architecture.
fn of_architecture((architecture, calls): &Architecture) -> Vec<libc::sock_filter> {
    let mut filter = vec![statement(LOAD, NUMBER), jump(JUMP_IF_GREATER_OR_EQUAL, X32, 0, 1), DENY_KNOWLEDGE];
    for (number, rule) in *calls {
        let code = code(*rule);
        filter.push(jump(JUMP_IF_EQUAL, *number as u32, 0, code.len() as u8));
        filter.extend(code);
    }
    filter.push(ALLOW);
    let skip =
        [statement(LOAD, ARCHITECTURE), jump(JUMP_IF_EQUAL, *architecture, 1, 0), statement(JUMP, filter.len() as u32)];
    skip.into_iter().chain(filter).collect()
}

/// Ends with a return on every way.
fn code(rule: Rule) -> Vec<libc::sock_filter> {
    match rule {
        Refused => vec![REFUSE],
        Unknown => vec![DENY_KNOWLEDGE],
        Without(bits) => vec![statement(LOAD, ARGUMENTS), jump(JUMP_IF_ANY_BIT, bits, 0, 1), REFUSE, ALLOW],
        OnlySelf(arguments) => {
            let is_zero =
                |number: &u32| [statement(LOAD, ARGUMENTS + 8 * number), jump(JUMP_IF_EQUAL, 0, 1, 0), REFUSE];
            arguments.iter().flat_map(is_zero).chain([ALLOW]).collect()
        }
    }
}

const fn statement(code: u16, k: u32) -> libc::sock_filter {
    libc::sock_filter { code, jt: 0, jf: 0, k }
}

/// Skips so many instructions if it holds, and if not.
const fn jump(code: u16, k: u32, jt: u8, jf: u8) -> libc::sock_filter {
    libc::sock_filter { code, jt, jf, k }
}

/// Older kernels slow every filtered program down, against an attack that does not concern us, unless told not to.
fn install(filter: &mut [libc::sock_filter]) -> io::Result<()> {
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_mut_ptr() };
    // SAFETY: the program is a valid array for the time of the call, which copies it.
    let result = unsafe {
        libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program)
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
