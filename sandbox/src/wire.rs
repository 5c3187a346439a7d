//! What a sandbox and its helper tell each other: messages with their length in front, of numbers and byte strings.
//!
//! Both ends are the same binary, so there is no version. A message that makes no sense is an `InvalidData` error.

use super::{End, Job, Limits, Ran, Resource, Tier};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
};
use std::ffi::{OsStr, OsString};
use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;

pub fn send(stream: &mut impl Write, body: &[u8]) -> io::Result<()> {
    let mut message = Vec::with_capacity(body.len() + 8);
    message.extend((body.len() as u64).to_le_bytes());
    message.extend(body);
    stream.write_all(&message)
}

pub fn receive(stream: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut length = [0; 8];
    stream.read_exact(&mut length)?;
    body(stream, length)
}

fn body(stream: &mut impl Read, length: [u8; 8]) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    stream.take(u64::from_le_bytes(length)).read_to_end(&mut body)?;
    if body.len() as u64 == u64::from_le_bytes(length) { Ok(body) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

/// As `send`, with a descriptor.
pub fn send_with(stream: &mut UnixStream, body: &[u8], descriptor: BorrowedFd) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    let descriptors = [descriptor];
    control.push(SendAncillaryMessage::ScmRights(&descriptors));
    let length = (body.len() as u64).to_le_bytes();
    let sent = rustix::net::sendmsg(&*stream, &[IoSlice::new(&length)], &mut control, SendFlags::empty())?;
    stream.write_all(&length[sent..])?;
    stream.write_all(body)
}

/// As `receive`, with the descriptor that came along, if one did.
pub fn receive_with(stream: &mut UnixStream) -> io::Result<(Vec<u8>, Option<OwnedFd>)> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut length = [0; 8];
    let flags = RecvFlags::CMSG_CLOEXEC | RecvFlags::WAITALL;
    let received = rustix::net::recvmsg(&*stream, &mut [IoSliceMut::new(&mut length)], &mut control, flags)?;
    if received.bytes != length.len() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let descriptor = control.drain().find_map(|message| match message {
        RecvAncillaryMessage::ScmRights(mut descriptors) => descriptors.next(),
        _ => None,
    });
    Ok((body(stream, length)?, descriptor))
}

/// The first message to a helper.
pub struct SetUp {
    pub tier: Tier,
    pub root: PathBuf,
    /// Jobs write to memory, not below the root.
    pub in_memory: bool,
    /// What jobs may read besides the system's directories.
    pub readable: Vec<PathBuf>,
    /// Directories outside of the root in which jobs may write.
    pub lent: Vec<PathBuf>,
}

impl SetUp {
    pub fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.text(self.tier.name());
        writer.bytes(self.root.as_os_str().as_bytes());
        writer.number(u64::from(self.in_memory));
        writer.paths(&self.readable);
        writer.paths(&self.lent);
        writer.0
    }

    pub fn decode(message: &[u8]) -> io::Result<SetUp> {
        let mut reader = Reader(message);
        let tier = reader.text()?.parse().map_err(io::Error::other)?;
        let root = PathBuf::from(reader.words()?);
        let in_memory = reader.number()? == 1;
        Ok(SetUp { tier, root, in_memory, readable: reader.paths()?, lent: reader.paths()? })
    }
}

/// Its answer: the walls stand, or why not.
pub fn encode_ready(ready: &Result<(), String>) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.number(u64::from(ready.is_ok()));
    writer.text(ready.as_ref().err().map_or("", String::as_str));
    writer.0
}

pub fn decode_ready(message: &[u8]) -> io::Result<Result<(), String>> {
    let mut reader = Reader(message);
    let is_ready = reader.number()? == 1;
    let reason = reader.text()?;
    Ok(if is_ready { Ok(()) } else { Err(reason) })
}

/// What a helper is told to do.
pub enum Message {
    Run(Request),
    /// Let jobs read these, from now on.
    Open(Vec<PathBuf>),
    /// Let jobs write in these directories, from now on.
    Lend(Vec<PathBuf>),
}

/// A job as its helper has it.
pub struct Request {
    pub command: Vec<OsString>,
    pub environment: Vec<(OsString, OsString)>,
    pub limits: Limits,
}

const RUN: u64 = 0;
const OPEN: u64 = 1;
const LEND: u64 = 2;

pub fn encode_open(paths: &[PathBuf]) -> Vec<u8> {
    encode_paths(OPEN, paths)
}

pub fn encode_lend(directories: &[PathBuf]) -> Vec<u8> {
    encode_paths(LEND, directories)
}

fn encode_paths(message: u64, paths: &[PathBuf]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.number(message);
    writer.paths(paths);
    writer.0
}

pub fn encode_job(job: &Job) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.number(RUN);
    writer.number(job.command.len() as u64);
    job.command.iter().for_each(|word| writer.bytes(word.as_bytes()));
    writer.number(job.environment.len() as u64);
    for (name, value) in job.environment {
        writer.bytes(name.as_bytes());
        writer.bytes(value.as_bytes());
    }
    writer.limits(&job.limits);
    writer.0
}

impl Message {
    pub fn decode(message: &[u8]) -> io::Result<Message> {
        let mut reader = Reader(message);
        match reader.number()? {
            RUN => Ok(Message::Run(reader.request()?)),
            OPEN => Ok(Message::Open(reader.paths()?)),
            LEND => Ok(Message::Lend(reader.paths()?)),
            _ => Err(nonsense()),
        }
    }
}

/// What became of a job; or why the helper ends, as its last words.
pub fn encode_answer(answer: Result<&Ran, String>) -> Vec<u8> {
    match answer {
        Ok(ran) => [encode_ready(&Ok(())), encode_ran(ran)].concat(),
        Err(reason) => encode_ready(&Err(reason)),
    }
}

pub fn decode_answer(message: &[u8]) -> io::Result<Result<Ran, String>> {
    let mut reader = Reader(message);
    let is_there = reader.number()? == 1;
    let reason = reader.text()?;
    Ok(if is_there { Ok(reader.ran()?) } else { Err(reason) })
}

fn encode_ran(ran: &Ran) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.end(&ran.end);
    writer.bytes(&ran.stdout);
    writer.bytes(&ran.stderr);
    writer.number(u64::from(ran.truncated));
    [ran.cpu_ms, ran.wall_ms, ran.max_rss_kb, ran.keeper_us].into_iter().for_each(|number| writer.number(number));
    writer.0
}

#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend(bytes);
    }

    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    fn paths(&mut self, paths: &[PathBuf]) {
        self.number(paths.len() as u64);
        paths.iter().for_each(|path| self.bytes(path.as_os_str().as_bytes()));
    }

    fn limits(&mut self, limits: &Limits) {
        self.number(limits.cpu_ms);
        self.number(limits.wall_ms);
        self.number(limits.idle_ms);
        self.number(u64::from(limits.memory_bytes.is_some()));
        self.number(limits.memory_bytes.unwrap_or(0));
        self.number(limits.file_bytes);
        self.number(limits.output_bytes);
        self.number(limits.processes);
    }

    fn end(&mut self, end: &End) {
        let (kind, number, reason) = match end {
            End::Exited(code) => (0, *code as u64, ""),
            End::Signaled(signal) => (1, *signal as u64, ""),
            End::TimedOut => (2, 0, ""),
            End::Exceeded(resource) => (3, *resource as u64, ""),
            End::NotStarted(reason) => (4, 0, reason.as_str()),
        };
        self.number(kind);
        self.number(number);
        self.text(reason);
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn number(&mut self) -> io::Result<u64> {
        let (number, rest) = self.0.split_first_chunk().ok_or_else(nonsense)?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*number))
    }

    fn bytes(&mut self) -> io::Result<&'a [u8]> {
        let length = usize::try_from(self.number()?).map_err(|_| nonsense())?;
        let (bytes, rest) = self.0.split_at_checked(length).ok_or_else(nonsense)?;
        self.0 = rest;
        Ok(bytes)
    }

    fn text(&mut self) -> io::Result<String> {
        Ok(String::from_utf8_lossy(self.bytes()?).into_owned())
    }

    fn words(&mut self) -> io::Result<OsString> {
        Ok(OsStr::from_bytes(self.bytes()?).to_os_string())
    }

    fn paths(&mut self) -> io::Result<Vec<PathBuf>> {
        (0..self.number()?).map(|_| Ok(PathBuf::from(self.words()?))).collect()
    }

    fn request(&mut self) -> io::Result<Request> {
        Ok(Request {
            command: (0..self.number()?).map(|_| self.words()).collect::<io::Result<_>>()?,
            environment: (0..self.number()?).map(|_| Ok((self.words()?, self.words()?))).collect::<io::Result<_>>()?,
            limits: self.limits()?,
        })
    }

    fn ran(&mut self) -> io::Result<Ran> {
        Ok(Ran {
            end: self.end()?,
            stdout: self.bytes()?.to_vec(),
            stderr: self.bytes()?.to_vec(),
            truncated: self.number()? == 1,
            cpu_ms: self.number()?,
            wall_ms: self.number()?,
            max_rss_kb: self.number()?,
            keeper_us: self.number()?,
        })
    }

    fn limits(&mut self) -> io::Result<Limits> {
        Ok(Limits {
            cpu_ms: self.number()?,
            wall_ms: self.number()?,
            idle_ms: self.number()?,
            memory_bytes: match (self.number()?, self.number()?) {
                (0, _) => None,
                (_, bytes) => Some(bytes),
            },
            file_bytes: self.number()?,
            output_bytes: self.number()?,
            processes: self.number()?,
        })
    }

    fn end(&mut self) -> io::Result<End> {
        let (kind, number, reason) = (self.number()?, self.number()?, self.bytes()?);
        match kind {
            0 => Ok(End::Exited(number as i32)),
            1 => Ok(End::Signaled(number as i32)),
            2 => Ok(End::TimedOut),
            3 => Ok(End::Exceeded(resource(number)?)),
            4 => Ok(End::NotStarted(String::from_utf8_lossy(reason).into_owned())),
            _ => Err(nonsense()),
        }
    }
}

fn resource(number: u64) -> io::Result<Resource> {
    [Resource::Memory, Resource::Disk, Resource::Output, Resource::Processes]
        .into_iter()
        .find(|resource| *resource as u64 == number)
        .ok_or_else(nonsense)
}

fn nonsense() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a message between a sandbox and its helper makes no sense")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStringExt;

    #[test]
    fn jobs_arrive_as_they_were_sent() {
        let command = [OsString::from("cc"), OsString::from_vec(vec![0xff, b'x'])];
        let environment = [(OsString::from("A"), OsString::from("b c"))];
        let limits = Limits {
            cpu_ms: 1,
            wall_ms: 2,
            idle_ms: 5,
            memory_bytes: None,
            file_bytes: 3,
            output_bytes: 4,
            processes: u64::MAX,
        };
        let job = Job { command: &command, environment: &environment, limits };
        let Ok(Message::Run(request)) = Message::decode(&encode_job(&job)) else { panic!("it is a job") };
        assert_eq!(request.command, command);
        assert_eq!(request.environment, environment);
        assert_eq!(request.limits, limits);
    }

    #[test]
    fn results_arrive_as_they_were_sent() {
        let ends = [
            End::Exited(-1),
            End::Signaled(9),
            End::TimedOut,
            End::Exceeded(Resource::Processes),
            End::NotStarted("no".to_string()),
        ];
        for end in ends {
            let ran = Ran {
                end,
                stdout: b"out\xff".to_vec(),
                stderr: Vec::new(),
                truncated: true,
                cpu_ms: 1,
                wall_ms: 2,
                max_rss_kb: 3,
                keeper_us: 4,
            };
            assert_eq!(decode_answer(&encode_answer(Ok(&ran))).unwrap().unwrap(), ran);
        }
        let reason = decode_answer(&encode_answer(Err("no room".to_string()))).unwrap();
        assert_eq!(reason.unwrap_err(), "no room");
    }

    #[test]
    fn descriptors_arrive_with_their_message() {
        let (mut ours, mut theirs) = UnixStream::pair().unwrap();
        let file = std::fs::File::open("/proc/version").unwrap();
        send_with(&mut ours, b"body", std::os::fd::AsFd::as_fd(&file)).unwrap();
        send(&mut ours, b"next").unwrap();
        let (body, descriptor) = receive_with(&mut theirs).unwrap();
        let mut text = String::new();
        std::fs::File::from(descriptor.unwrap()).read_to_string(&mut text).unwrap();
        assert_eq!((body, text.contains("Linux")), (b"body".to_vec(), true));
        let (body, descriptor) = receive_with(&mut theirs).unwrap();
        assert_eq!((body, descriptor.is_none()), (b"next".to_vec(), true));
    }

    #[test]
    fn every_cut_message_is_an_error() {
        let set_up = SetUp {
            tier: Tier::Limits,
            root: "/x".into(),
            in_memory: true,
            readable: vec!["/y".into()],
            lent: Vec::new(),
        };
        let message = set_up.encode();
        assert!((0..message.len()).all(|length| SetUp::decode(&message[..length]).is_err()));
    }
}
