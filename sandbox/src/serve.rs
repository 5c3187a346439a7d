//! The helper's side: two processes for every sandbox.
//!
//! The *warden* is what was started. It forks the *keeper*, waits for its end and removes the scratch directory, from
//! outside of the walls. The keeper builds the walls and runs the jobs; in namespaces it is init, so that the kernel
//! kills everything that is left when it goes. It goes when its owner closes the socket or dies, when the warden dies,
//! and when it cannot build the walls.

use super::place::{Place, disk_bytes};
use super::wire::{self, Message, SetUp};
use super::{Tier, census::Census, job, scratch, sys, walls};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::process::Signal;
use std::fs;
use std::io;
use std::os::unix::net::UnixStream;
use std::path::Path;

/// The main function of the helper mode; returns its exit code.
pub fn serve() -> i32 {
    sys::close_from(3);
    match take_control().and_then(ward) {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("gadfly: the sandbox's helper, which only Gadfly starts: {error}");
            2
        }
    }
}

/// The socket comes as standard input. It moves away from there, and jobs do not inherit it.
fn take_control() -> io::Result<UnixStream> {
    // SAFETY: descriptor 0 stays open for as long as this borrow lives.
    let input = unsafe { BorrowedFd::borrow_raw(0) };
    rustix::net::sockopt::socket_type(input)?;
    let control: OwnedFd = rustix::io::fcntl_dupfd_cloexec(input, 3)?;
    rustix::stdio::dup2_stdin(fs::File::open("/dev/null")?)?;
    Ok(UnixStream::from(control))
}

fn ward(mut control: UnixStream) -> io::Result<()> {
    let set_up = SetUp::decode(&wire::receive(&mut control)?)?;
    // When memory runs out, the kernel shall choose a job rather than anything else on this machine.
    let _ = fs::write("/proc/self/oom_score_adj", "500");
    sys::restore_broken_pipe_signal();
    match fork_keeper(set_up.tier) {
        Err(error) => wire::send(&mut control, &wire::encode_ready(&Err(error.to_string())))?,
        Ok(None) => sys::exit(keep(control, &set_up)),
        Ok(Some(keeper)) => {
            drop(control);
            wait_for_all(keeper, set_up.tier);
        }
    }
    scratch::remove(&set_up.root);
    Ok(())
}

fn fork_keeper(tier: Tier) -> io::Result<Option<i32>> {
    match tier {
        Tier::Namespaces => walls::namespaces::enter()?,
        // Outlives the keeper, so orphans of a keeper that was killed fall to the warden.
        Tier::Landlock | Tier::Limits => rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?,
    }
    sys::fork()
}

/// Waits until the keeper is dead and nothing of its jobs is alive. A keeper that somebody stopped would never answer
/// again, so it is killed; its owner starts another one.
fn wait_for_all(keeper: i32, tier: Tier) {
    let me = std::process::id() as i32;
    sys::kill_if_stopped(keeper);
    while let sys::Wait::Reaped(_) = sys::wait(true) {
        if tier != Tier::Namespaces {
            Census::below(Path::new("/proc"), me).pids.into_iter().for_each(sys::kill);
        }
    }
}

fn keep(mut control: UnixStream, set_up: &SetUp) -> i32 {
    let mut place = match settle(set_up) {
        Ok(place) => place,
        Err(error) => {
            // Nobody else can be told.
            let _ = wire::send(&mut control, &wire::encode_ready(&Err(error.to_string())));
            return 1;
        }
    };
    // The owner gets the directory by its descriptor: its path may lead nowhere outside, and jobs have not been there yet.
    if wire::send_with(&mut control, &wire::encode_ready(&Ok(())), place.walls.work.as_fd()).is_ok() {
        // Ends when the owner is gone, who hears nothing then, or when a job has left something that is too much for it.
        if let Err(error) = work(&mut control, &mut place) {
            let _ = wire::send(&mut control, &wire::encode_answer(Err(error.to_string())));
        }
    }
    0
}

fn settle(set_up: &SetUp) -> io::Result<Place> {
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    rustix::process::setsid()?;
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
    Place::new(set_up)
}

fn work(control: &mut UnixStream, place: &mut Place) -> io::Result<()> {
    loop {
        match Message::decode(&wire::receive(control)?)? {
            Message::Open(paths) => {
                place.walls.open(&paths);
                wire::send(control, &wire::encode_ready(&Ok(())))?;
            }
            Message::Lend(directories) => {
                let lent = place.walls.lend(&directories).map_err(|error| error.to_string());
                wire::send(control, &wire::encode_ready(&lent))?;
            }
            Message::Run(request) => {
                let prepared = place.walls.prepare(disk_bytes(&request.limits));
                prepared.map_err(|error| about("prepare the directories of jobs", &error))?;
                let ran = job::run(&request, place, control.as_fd())?;
                wire::send(control, &wire::encode_answer(Ok(&ran)))?;
                // One that cannot be cleaned is of no use: its owner starts another one.
                place.walls.clean().map_err(|error| about("remove what a job has left", &error))?;
            }
        }
    }
}

fn about(what: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot {what}: {error}"))
}
