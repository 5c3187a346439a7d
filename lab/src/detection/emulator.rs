//! Programs for other machines: which machine it is, and what runs them here.
//!
//! The header of a linked program names its machine. Where it is another one and QEMU's user mode is installed, that runs the
//! programs, with the libraries of the compiler's own root directory.

use super::probe::Probe;
use crate::on_path::find;
use sandbox::End;
use std::env;
use std::path::Path;

/// A machine that is not this one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Machine {
    /// As people call it.
    pub name: &'static str,
    /// What QEMU's program for it is called, without `qemu-`.
    qemu: &'static str,
}

/// What an ELF header says of the machine: its number, its word of 32 or 64 bits, its byte order.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Header {
    number: u16,
    is_64: bool,
    is_little: bool,
}

/// The machine that a program is for, if this one does not run it.
pub fn foreign_machine(program: &[u8]) -> Option<Machine> {
    header(program).filter(|header| !is_native(*header)).map(machine)
}

/// What runs programs of that machine, if it is installed: `qemu-aarch64 -L /usr/aarch64-linux-gnu`.
pub fn emulator(probe: &mut Probe, machine: Machine) -> Option<Vec<String>> {
    let names = [format!("qemu-{}", machine.qemu), format!("qemu-{}-static", machine.qemu)];
    let path = names.iter().find_map(|name| find(name))?;
    let root = root(probe).map(|root| ["-L".to_string(), root]);
    Some([path.display().to_string()].into_iter().chain(root.into_iter().flatten()).collect())
}

/// What to do about a machine that nothing here runs.
pub fn advice(probe: &mut Probe, machine: Machine) -> String {
    let root = root(probe).unwrap_or_else(|| "ROOT".to_string());
    let Machine { name, qemu } = machine;
    format!(
        "its programs are for {name}, and nothing here runs them. Install qemu-user (Debian: `apt-get install qemu-user`), \
         which is then used by itself, or say what runs them: `--run \"qemu-{qemu} -L {root}\"`, or `run = \"qemu-{qemu} -L \
         {root}\"` in gadfly.toml"
    )
}

/// Where the machine's libraries are: the compiler's root, or Debian's directory of its target.
fn root(probe: &mut Probe) -> Option<String> {
    let own = answer(probe, "-print-sysroot");
    let triple = answer(probe, "-dumpmachine").unwrap_or_default();
    let plain = triple.replacen("-unknown-", "-", 1).replacen("-pc-", "-", 1);
    let usual = [&triple, &plain].map(|triple| format!("/usr/{triple}"));
    own.into_iter().chain(usual).find(|root| has_libraries(Path::new(root)))
}

fn has_libraries(root: &Path) -> bool {
    root != Path::new("/") && root != Path::new("/usr/") && ["lib", "lib64"].iter().any(|lib| root.join(lib).is_dir())
}

/// The one line that a compiler answers.
fn answer(probe: &mut Probe, question: &str) -> Option<String> {
    let ran = probe.compiler(&[question]);
    let text = String::from_utf8_lossy(&ran.stdout).trim().to_string();
    (ran.end == End::Exited(0) && !text.is_empty()).then_some(text)
}

fn header(bytes: &[u8]) -> Option<Header> {
    let is_elf = bytes.len() >= 20 && bytes.starts_with(b"\x7fELF");
    is_elf.then(|| {
        let number = [bytes[18], bytes[19]];
        let is_little = bytes[5] == 1;
        let number = if is_little { u16::from_le_bytes(number) } else { u16::from_be_bytes(number) };
        Header { number, is_64: bytes[4] == 2, is_little }
    })
}

const I386: u16 = 3;
const X86_64: u16 = 62;

/// A machine with 64 bits runs what has 32, if it has the libraries.
fn is_native(header: Header) -> bool {
    match env::consts::ARCH {
        "x86_64" => [I386, X86_64].contains(&header.number),
        "x86" => header.number == I386,
        arch => machine(header).qemu == arch || (arch == "powerpc64" && header.number == 21),
    }
}

/// By the numbers of `elf.h`.
fn machine(Header { number, is_64, is_little }: Header) -> Machine {
    let (name, qemu) = match (number, is_64, is_little) {
        (2, ..) => ("SPARC", "sparc"),
        (I386, ..) => ("i386", "i386"),
        (4, ..) => ("m68k", "m68k"),
        (8, true, true) => ("MIPS64, little-endian", "mips64el"),
        (8, true, false) => ("MIPS64", "mips64"),
        (8, false, true) => ("MIPS, little-endian", "mipsel"),
        (8, false, false) => ("MIPS", "mips"),
        (15, ..) => ("HP PA-RISC", "hppa"),
        (20, ..) => ("PowerPC", "ppc"),
        (21, _, true) => ("PowerPC64, little-endian", "ppc64le"),
        (21, _, false) => ("PowerPC64", "ppc64"),
        (22, ..) => ("S/390", "s390x"),
        (40, ..) => ("32-bit ARM", "arm"),
        (42, ..) => ("SuperH", "sh4"),
        (43, ..) => ("64-bit SPARC", "sparc64"),
        (X86_64, ..) => ("x86-64", "x86_64"),
        (183, ..) => ("AArch64", "aarch64"),
        (243, true, _) => ("64-bit RISC-V", "riscv64"),
        (243, false, _) => ("32-bit RISC-V", "riscv32"),
        (258, ..) => ("LoongArch", "loongarch64"),
        (0x9026, ..) => ("Alpha", "alpha"),
        _ => ("another machine", "MACHINE"),
    };
    Machine { name, qemu }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elf(class: u8, data: u8, number: [u8; 2]) -> Vec<u8> {
        let mut bytes = vec![0x7f, b'E', b'L', b'F', class, data];
        bytes.resize(18, 0);
        bytes.extend(number);
        bytes
    }

    #[test]
    fn the_header_names_the_machine() {
        let name = |bytes: &[u8]| header(bytes).map(|header| machine(header).qemu);
        assert_eq!(name(&elf(2, 1, [183, 0])), Some("aarch64"));
        assert_eq!(name(&elf(2, 1, [243, 0])), Some("riscv64"));
        assert_eq!(name(&elf(1, 1, [243, 0])), Some("riscv32"));
        assert_eq!(name(&elf(2, 2, [0, 22])), Some("s390x"));
        assert_eq!(name(b"#!/bin/sh\necho a script of somebody"), None);
        assert_eq!(name(b"\x7fELF"), None);
    }

    #[test]
    fn this_process_is_at_home() {
        assert_eq!(foreign_machine(&std::fs::read("/proc/self/exe").unwrap()), None);
    }
}
