//! The workers' part: tasks in, what the job makes of their records out.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use super::cutter::Slot;
use super::feed::{self, CHUNK, SMALL, Task, Unit};
use super::room::Spare;
use super::{Job, Origin, Reading, Record};
use crate::input::charset::Charset;
use crate::input::{Fault, Input, Plain, Unreadable, read_plain};
use crate::record::RawRecord;

pub(super) struct Workers<'a, J: Job> {
    job: &'a J,
    reading: Reading,
    /// Buffers, at most as many as there are threads.
    spare: Mutex<Vec<Buffers<J::Scratch>>>,
    /// Where the text of chunks is read into.
    pub(super) texts: Spare,
}

#[derive(Default)]
struct Buffers<S> {
    scratch: S,
    text: Vec<u8>,
    slots: Vec<Slot>,
}

impl<'a, J: Job> Workers<'a, J> {
    pub(super) fn new(job: &'a J, reading: Reading) -> Self {
        Workers { job, reading, spare: Mutex::default(), texts: Spare::default() }
    }

    pub(super) fn process(&self, task: Task) -> J::Out {
        let mut buffers = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        let mut out = J::Out::default();
        match task {
            Task::Units(units) => {
                for unit in units {
                    self.unit(unit, &mut buffers.scratch, &mut out);
                }
            }
            Task::Files(files) => {
                for file in files {
                    self.file(&file, &mut buffers, &mut out);
                }
            }
        }
        self.job.finish(&mut out);
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(buffers);
        out
    }

    fn unit(&self, unit: Unit, scratch: &mut J::Scratch, out: &mut J::Out) {
        match unit {
            Unit::Chunk { origin, charset, text, slots } => {
                self.records(&origin, charset, &text, &slots, scratch, out);
                self.texts.give(text, CHUNK);
            }
            Unit::End(end) => self.job.end(end, out),
        }
    }

    /// A small file, read here.
    fn file(&self, input: &Input, buffers: &mut Buffers<J::Scratch>, out: &mut J::Out) {
        match read_plain(input, SMALL as usize, &mut buffers.text) {
            Ok(Plain::Visit) => {
                feed::read(self.reading, &self.texts, input, &mut |unit| {
                    self.unit(unit, &mut buffers.scratch, out);
                    ControlFlow::Continue(())
                });
            }
            Ok(Plain::Whole) => {
                let mut opened = feed::open(self.reading, &input.name, &mut buffers.text);
                if let Ok(opened) = &mut opened {
                    opened.recode(&mut buffers.text);
                    buffers.slots.clear();
                    opened.cutter.cut(&buffers.text, true, &mut buffers.slots);
                    let (origin, charset) = (opened.cutter.origin.clone(), opened.cutter.charset());
                    self.records(&origin, charset, &buffers.text, &buffers.slots, &mut buffers.scratch, out);
                }
                self.job.end(feed::end(&input.name, opened, None), out);
            }
            Err(error) => {
                let unreadable = Unreadable::new(input.name.as_str(), Fault::of(&error));
                self.job.end(feed::unread(&unreadable), out);
            }
        }
    }

    fn records(
        &self,
        origin: &Origin,
        charset: Charset,
        text: &[u8],
        slots: &[Slot],
        scratch: &mut J::Scratch,
        out: &mut J::Out,
    ) {
        for slot in slots {
            let record = Record {
                file: &origin.file,
                number: slot.number,
                line: slot.line,
                offset: slot.offset,
                raw: RawRecord { format: origin.format, bytes: &text[slot.bytes.clone()], charset },
                oversized: slot.oversized,
                cut: slot.cut,
                json: origin.json,
                wide: origin.wide,
            };
            self.job.record(&record, scratch, out);
        }
    }
}
