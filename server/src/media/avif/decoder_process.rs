//! A separate process that decodes AVIF: the decoder is large, aborts the process on internal errors, and could be made
//! to run for long. The kernel limits the memory and time of the process, and it has nothing to lose.
//!
//! It runs this same program. For each coded image it reads a header and the data, and writes the rows.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

use image::{DynamicImage, GrayAlphaImage, GrayImage, RgbImage, RgbaImage};

use super::frame::{FrameSpec, decode_rows};
use super::sandbox;
use super::sequence::Colours;
use super::still::{Layer, LocatedImage};
use crate::media::decode::MEMORY;

/// The argument that starts this program as a decoder process.
const ARGUMENT: &str = "read-avif";
/// The argument after it that has the process decode within the limits that it has.
const LIMITED: &str = "limited";
/// The argument after it that has the process try its sandbox instead.
const CHECK: &str = "check";
/// CPU seconds that a file may take; a debug build gets more.
const TIME: u64 = if cfg!(debug_assertions) { 30 } else { 4 };
/// Memory of the process besides images, bytes.
const OVERHEAD: u64 = 16 * 1024 * 1024;
/// Number of fields in a header.
const HEADER_FIELDS: usize = 8;

/// Decodes AVIF in a child process.
#[derive(Clone, Debug, Default)]
pub struct AvifDecoder {
    program: Option<PathBuf>,
}

impl AvifDecoder {
    /// A decoder that runs this program, which is a `mantel-server`.
    pub const fn new(program: PathBuf) -> Self {
        Self { program: Some(program) }
    }

    /// Starts a process that tries its sandbox, and logs what of it this kernel lacks.
    pub fn log_sandbox(&self) {
        let Some(program) = &self.program else { return };
        let mut command = Command::new(program);
        let output = command.arg(ARGUMENT).arg(CHECK).env_clear().stdin(Stdio::null()).stderr(Stdio::null()).output();
        let report = match output {
            Ok(output) => String::from_utf8_lossy(&output.stdout).into_owned(),
            Err(why) => return tracing::error!(error = %why, program = %program.display(), "AVIF can't be read here"),
        };
        // Lines of other endings say why the kernel lacks a layer, or what a layer does not deny by itself.
        let missing: Vec<&str> =
            report.lines().filter(|line| !line.ends_with("denied") && !line.ends_with("entered")).collect();
        let entered = report.lines().filter(|line| line.ends_with("entered")).count();
        if entered == 2 {
            tracing::info!("the process that decodes AVIF is confined by Landlock and seccomp");
        } else {
            tracing::warn!(missing = missing.join("; "), "the process that decodes AVIF is confined only in part");
        }
    }

    /// Decodes the image of a file, with memory limited by its size and within four CPU seconds.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn decode(&self, file: &[u8]) -> Result<DynamicImage, String> {
        let program = self.program.as_ref().ok_or("AVIF is not read here")?;
        let still = LocatedImage::read(file)?;
        let mut canvas = Canvas::new(&still)?;
        let memory = MEMORY.saturating_sub(u64::try_from(canvas.bytes.len()).unwrap_or(u64::MAX)) + OVERHEAD;
        let mut process = Process::start(program, memory).map_err(|why| {
            tracing::error!(error = %why, program = %program.display(), "AVIF can't be read: no process can be started");
            "AVIF can't be read at this moment".to_owned()
        })?;
        for (alpha, layer) in [(false, Some(&still.colour)), (true, still.alpha.as_ref())] {
            if let Some(layer) = layer {
                let drawn = canvas.layer(layer, alpha, &still, &mut process);
                drawn.map_err(|_| process.end())?;
            }
        }
        canvas.finish(still.multiplied)
    }
}

/// A child process, killed when its image is done.
struct Process {
    child: Child,
    to: Option<ChildStdin>,
    from: Option<ChildStdout>,
}

impl Process {
    fn start(program: &PathBuf, memory: u64) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.arg(ARGUMENT).arg(memory.to_string()).env_clear();
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let (to, from) = (child.stdin.take(), child.stdout.take());
        Ok(Self { child, to, from })
    }

    fn request(&mut self, spec: FrameSpec, data: &[u8]) -> io::Result<&mut ChildStdout> {
        let to = self.to.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        to.write_all(&header(spec, data.len()))?;
        to.write_all(data)?;
        to.flush()?;
        self.from.as_mut().ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }

    /// Why it produced no image.
    fn end(&mut self) -> String {
        drop((self.to.take(), self.from.take()));
        let ended = self.child.wait();
        let signal = ended.ok().and_then(|ended| std::os::unix::process::ExitStatusExt::signal(&ended));
        let late = signal.is_some_and(|signal| signal == rustix::process::Signal::XCPU.as_raw());
        let why = if late { "reading it takes too long; make it smaller" } else { "its coded picture is damaged" };
        why.to_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // An error means that it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The visible part of the image, while it is assembled.
struct Canvas {
    bytes: Vec<u8>,
    width: usize,
    height: usize,
    /// Its offset within the whole image, from the left and from the top.
    start: (usize, usize),
    /// Bytes per pixel.
    channels: usize,
    /// Whether the last of them is alpha.
    clear: bool,
}

impl Canvas {
    fn new(still: &LocatedImage<'_>) -> Result<Self, String> {
        let large = |_| "it is too large".to_owned();
        let (left, top, width, height) = still.shown;
        let (width, height) = (usize::try_from(width).map_err(large)?, usize::try_from(height).map_err(large)?);
        let channels = usize::try_from(still.channels()).map_err(large)?;
        let start = (usize::try_from(left).map_err(large)?, usize::try_from(top).map_err(large)?);
        let clear = still.alpha.is_some();
        Ok(Self { bytes: vec![0; width * height * channels], width, height, start, channels, clear })
    }

    fn layer(
        &mut self,
        layer: &Layer<'_>,
        alpha: bool,
        still: &LocatedImage<'_>,
        process: &mut Process,
    ) -> io::Result<()> {
        // An ICC profile defines the colours, so they are not converted here.
        let declared = if alpha { layer.sequence.colours } else { still.colours };
        let plain = Colours { primaries: 1, transfer: 13, ..declared };
        let colours = if alpha {
            Colours { matrix: 2, ..plain }
        } else if still.icc.is_some() {
            plain
        } else {
            declared
        };
        let spec = FrameSpec { size: layer.cell, alpha, colours };
        let grey = alpha || layer.sequence.grey;
        let side = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
        let (wide, high, across) = (side(layer.cell.0), side(layer.cell.1), side(layer.across));
        let mut row = vec![0; wide * if grey { 1 } else { 3 }];
        for (at, cell) in layer.cells.iter().enumerate() {
            let rows = process.request(spec, cell)?;
            for y in 0..high {
                rows.read_exact(&mut row)?;
                self.row(&row, at % across * wide, at / across * high + y, if grey { 1 } else { 3 }, alpha);
            }
        }
        Ok(())
    }

    /// Copies a row of a grid cell to its place, as far as it is visible.
    fn row(&mut self, row: &[u8], x: usize, y: usize, step: usize, alpha: bool) {
        let Some(y) = y.checked_sub(self.start.1).filter(|index| *index < self.height) else { return };
        let hidden = self.start.0.saturating_sub(x);
        let x = x.saturating_sub(self.start.0);
        let line = self.bytes.chunks_exact_mut(self.width * self.channels).nth(y).unwrap_or_default();
        if step == self.channels {
            let (line, row) =
                (line.get_mut(x * step..).unwrap_or_default(), row.get(hidden * step..).unwrap_or_default());
            let count = line.len().min(row.len());
            line[..count].copy_from_slice(&row[..count]);
            return;
        }
        let first = if alpha { self.channels - 1 } else { 0 };
        for (pixel, colour) in line.chunks_exact_mut(self.channels).skip(x).zip(row.chunks_exact(step).skip(hidden)) {
            if let Some(place) = pixel.get_mut(first..first + step) {
                place.copy_from_slice(colour);
            }
        }
    }

    fn finish(mut self, multiplied: bool) -> Result<DynamicImage, String> {
        if multiplied && self.clear {
            for pixel in self.bytes.chunks_exact_mut(self.channels) {
                if let [colours @ .., alpha] = pixel {
                    let whole = u16::from(*alpha).max(1);
                    let lifted =
                        |byte: u8| u8::try_from((u16::from(byte) * 255 + whole / 2) / whole).unwrap_or(u8::MAX);
                    colours.iter_mut().for_each(|colour| *colour = lifted(*colour));
                }
            }
        }
        let side = |length| u32::try_from(length).unwrap_or_default();
        let (width, height, bytes) = (side(self.width), side(self.height), self.bytes);
        let picture = match self.channels {
            1 => GrayImage::from_raw(width, height, bytes).map(DynamicImage::ImageLuma8),
            2 => GrayAlphaImage::from_raw(width, height, bytes).map(DynamicImage::ImageLumaA8),
            3 => RgbImage::from_raw(width, height, bytes).map(DynamicImage::ImageRgb8),
            _ => RgbaImage::from_raw(width, height, bytes).map(DynamicImage::ImageRgba8),
        };
        picture.ok_or_else(|| "it has no pixels".to_owned())
    }
}

/// The header of a coded image with this many bytes.
fn header(spec: FrameSpec, length: usize) -> Vec<u8> {
    let colours = spec.colours;
    let codes = [colours.primaries, colours.transfer, colours.matrix, u8::from(colours.full), u8::from(spec.alpha)]
        .map(u32::from);
    let sizes = [u32::try_from(length).unwrap_or(u32::MAX), spec.size.0, spec.size.1];
    sizes.into_iter().chain(codes).flat_map(u32::to_le_bytes).collect()
}

/// Parses a header: how many bytes follow, and how to decode them.
fn parse_header(head: &[u8; HEADER_FIELDS * 4]) -> (u64, FrameSpec) {
    let numbers = head.chunks_exact(4).map(|chunk| chunk.try_into().map_or(0, u32::from_le_bytes));
    let mut all = [0; HEADER_FIELDS];
    all.iter_mut().zip(numbers).for_each(|(field, number)| *field = number);
    let [length, width, height, codes @ ..] = all;
    let [primaries, transfer, matrix, full, alpha] = codes.map(|code| u8::try_from(code).unwrap_or(u8::MAX));
    let colours = Colours { primaries, transfer, matrix, full: full == 1 };
    (u64::from(length), FrameSpec { size: (width, height), alpha: alpha == 1, colours })
}

/// What a decoder process is started for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecoderTask {
    /// To limit its memory to this, bytes, and its time, and start anew.
    Limit(u64),
    /// To decode, within the limits that it was started with.
    Decode,
    /// To try what its sandbox must not allow, and report.
    Check,
}

/// Whether these arguments start a decoder process, and for what.
pub fn decoder_process_task(arguments: &[OsString]) -> Option<DecoderTask> {
    match arguments {
        [word, check] if word == ARGUMENT && check == CHECK => Some(DecoderTask::Check),
        [word, limited] if word == ARGUMENT && limited == LIMITED => Some(DecoderTask::Decode),
        [word, memory] if word == ARGUMENT => Some(DecoderTask::Limit(memory.to_str()?.parse().ok()?)),
        _ => None,
    }
}

/// Runs as a decoder process: reads images from standard input until it ends.
pub fn run_decoder_process(task: DecoderTask) -> ExitCode {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = match task {
        DecoderTask::Check => sandbox::check(&mut out).map_err(|why| why.to_string()),
        DecoderTask::Limit(memory) => start_limited(memory),
        DecoderTask::Decode => {
            // What the kernel lacks was logged when the server started.
            let _ = sandbox::enter();
            pictures(&mut io::stdin().lock(), &mut out)
        }
    };
    if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Limits this process and starts its program anew: the allocator reserves memory when a program starts, and what is
/// reserved before there is a limit does not count. Returns only when that fails.
fn start_limited(memory: u64) -> Result<(), String> {
    use std::os::unix::process::CommandExt as _;
    let program = std::env::current_exe().map_err(|why| why.to_string())?;
    limit_resources(memory);
    Err(Command::new(program).arg(ARGUMENT).arg(LIMITED).exec().to_string())
}

/// Sets limits with which the kernel ends this process.
fn limit_resources(memory: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    // The hard limit ends the process whatever it does.
    for (resource, soft, hard) in
        [(Resource::Data, memory, memory), (Resource::Cpu, TIME, TIME + 1), (Resource::Core, 0, 0)]
    {
        // Where the system lacks such a limit, the earlier checks have to suffice.
        let _ = setrlimit(resource, Rlimit { current: Some(soft), maximum: Some(hard) });
    }
}

fn pictures(from: &mut impl Read, to: &mut impl Write) -> Result<(), String> {
    let message = |why: io::Error| why.to_string();
    let mut head = [0; HEADER_FIELDS * 4];
    while from.read_exact(&mut head).is_ok() {
        let (length, spec) = parse_header(&head);
        let mut data = Vec::new();
        from.by_ref().take(length).read_to_end(&mut data).map_err(message)?;
        decode_rows(data, spec, |row| to.write_all(row).map_err(message))?;
        to.flush().map_err(message)?;
    }
    Ok(())
}
