//! A seccomp filter that denies sockets, for 64-bit programs and for 32-bit ones.
//!
//! Local sockets would lead out of every other wall: to a container daemon, to the user's session. Pairs of connected
//! sockets stay allowed, they lead nowhere. io_uring can make sockets without the system call, so it is denied too.

use std::io;

/// Offsets in `seccomp_data`.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;

const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
const JUMP_IF_EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;

/// The same on all architectures.
const IO_URING_SETUP: u32 = 425;

/// An architecture as the kernel's audit names it, and its system calls that make sockets.
type Denied = (u32, &'static [u32]);

/// The bit that x32, which has x86-64's name, adds to its numbers.
#[cfg(target_arch = "x86_64")]
const X32: u32 = 0x4000_0000;

#[cfg(target_arch = "x86_64")]
const DENIED: &[Denied] = &[
    (0xc000_003e, &[41, X32 + 41, IO_URING_SETUP, X32 + IO_URING_SETUP]),
    // i386: socketcall and socket.
    (0x4000_0003, &[102, 359, IO_URING_SETUP]),
];

#[cfg(target_arch = "aarch64")]
const DENIED: &[Denied] = &[
    (0xc000_00b7, &[198, IO_URING_SETUP]),
    // arm.
    (0x4000_0028, &[281, IO_URING_SETUP]),
];

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const DENIED: &[Denied] = &[];

/// Holds for this process and all its descendants, for ever.
pub fn deny_sockets() -> io::Result<()> {
    if DENIED.is_empty() {
        return Err(io::Error::other("sockets cannot be denied on this architecture"));
    }
    let mut filter: Vec<libc::sock_filter> = DENIED.iter().flat_map(deny).collect();
    filter.push(statement(RETURN, libc::SECCOMP_RET_ALLOW));
    install(&mut filter)
}

/// Skipped as a whole if the program is of another architecture.
fn deny((architecture, numbers): &Denied) -> Vec<libc::sock_filter> {
    let rest = numbers.len() as u8 + 3;
    let mut filter = vec![
        statement(LOAD, ARCHITECTURE),
        libc::sock_filter { code: JUMP_IF_EQUAL, jt: 0, jf: rest, k: *architecture },
        statement(LOAD, NUMBER),
    ];
    for (number, left) in numbers.iter().zip((1..=numbers.len() as u8).rev()) {
        filter.push(libc::sock_filter { code: JUMP_IF_EQUAL, jt: left, jf: 0, k: *number });
    }
    filter.push(statement(RETURN, libc::SECCOMP_RET_ALLOW));
    filter.push(statement(RETURN, libc::SECCOMP_RET_ERRNO | libc::EACCES as u32));
    filter
}

fn statement(code: u16, k: u32) -> libc::sock_filter {
    libc::sock_filter { code, jt: 0, jf: 0, k }
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
