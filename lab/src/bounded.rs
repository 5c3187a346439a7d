//! Reading what a user names, without trust in its size: a device, a pipe or a growing file may have no end.

use rustix::event::{PollFd, PollFlags, poll};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;

/// Bytes of one file. Programs with all of their headers have a few million.
pub const MAX_BYTES: usize = 32 << 20;

/// All bytes of a file, or why not. A pipe that no process has open for writing is an error: waiting for one would have
/// no end.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(path)?;
    let is_pipe = file.metadata()?.file_type().is_fifo();
    let bytes = read_all(&mut file)?;
    if is_pipe && bytes.is_empty() {
        return Err(io::Error::other("it is a pipe that nothing is written to"));
    }
    Ok(bytes)
}

/// As `read`, for text.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8"))
}

fn read_all(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    loop {
        match limited(&mut *file, &mut bytes) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                poll(&mut [PollFd::new(&*file, PollFlags::IN)], None)?;
            }
            result => return result.map(|()| bytes),
        }
    }
}

/// Everything up to the end, appended to `bytes`.
pub fn limited(from: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<()> {
    let room = MAX_BYTES + 1 - bytes.len().min(MAX_BYTES);
    from.take(room as u64).read_to_end(bytes)?;
    match bytes.len() > MAX_BYTES {
        true => Err(io::Error::other(format!("it is longer than {} MB", MAX_BYTES >> 20))),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_devices_are_refused() {
        for device in ["/dev/zero", "/dev/full"] {
            assert!(read(Path::new(device)).unwrap_err().to_string().contains("longer than"), "{device}");
        }
        assert_eq!(read(Path::new("/dev/null")).unwrap(), b"");
    }

    #[test]
    fn a_pipe_without_a_writer_does_not_block() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("pipe");
        rustix::fs::mknodat(rustix::fs::CWD, &path, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
        assert!(read(&path).unwrap_err().to_string().contains("pipe"));
    }

    #[test]
    fn a_pipe_is_read_until_its_writer_ends() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("pipe");
        rustix::fs::mknodat(rustix::fs::CWD, &path, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
        // Opened for both, it does not wait for the other side.
        let mut writer = OpenOptions::new().read(true).write(true).open(&path).unwrap();
        let reader = std::thread::spawn(move || read(&path));
        for _ in 0..100 {
            io::Write::write_all(&mut writer, b"0123456789").unwrap();
            std::thread::yield_now();
        }
        while !reader.is_finished() {
            // The writer ends once everything was read.
            if rustix::io::ioctl_fionread(&writer).unwrap() == 0 {
                break;
            }
        }
        drop(writer);
        assert_eq!(reader.join().unwrap().unwrap().len(), 1000);
    }
}
