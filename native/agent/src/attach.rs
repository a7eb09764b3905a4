//! Recording that begins and ends while the program runs: `Agent_OnAttach` is called with `attach,...` and later with
//! `detach,...`, as often as somebody likes.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use jvmti_bindings::agent::AgentLoadContext;
use jvmti_bindings::callbacks::{CallbackContext, ClassEvent, ClassFileLoadHookEvent};
use palus_jvm::{Attached, Buffers, ClassFilter, Faults, Installed, Java, Machine, Mode, Tables, environment, install};

use palus_supervise::Process;

use crate::options::{Options, RecordOptions};
use crate::record::Sessions;
use crate::{AGENT_JAR, checkpoint, periods};

/// How often it is looked whether the process is there that asked for a recording.
const LOOK: Duration = Duration::from_millis(500);

/// What stays in the virtual machine from the first time on.
#[derive(Default)]
pub(crate) struct Attachment {
    attached: OnceLock<Attached>,
    installed: OnceLock<Installed>,
    /// Held while a recording begins or ends.
    changing: Mutex<()>,
    /// The binary names of the classes that came between the list of loaded classes and the hook.
    missed: Mutex<BTreeSet<String>>,
}

impl Attachment {
    /// Does what the options of `Agent_OnAttach` ask for. An error is written to the file that they name as well: what the
    /// program prints belongs to the program.
    pub(crate) fn called(self: &Arc<Self>, context: &AgentLoadContext<'_>, sessions: &Arc<Sessions>) -> Result<(), ()> {
        let changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let text = context.options_lossy().unwrap_or_default();
        let (answer, done) = match Options::parse(&text) {
            Ok(Options::Attach(options, answer)) => {
                let begun = self.begin(context, &options, sessions);
                (
                    answer,
                    begun.and_then(|()| self.watch_controller(context, &options, sessions)),
                )
            }
            Ok(Options::Detach(answer)) => {
                let env = environment(context).map_err(|error| error.to_string());
                (answer, env.and_then(|env| self.end(&Java::new(&env), sessions)))
            }
            Ok(_) => (
                PathBuf::new(),
                Err("this is no option for a running program".to_owned()),
            ),
            Err(why) => (PathBuf::new(), Err(why)),
        };
        drop(changing);
        if let Ok(env) = environment(context) {
            self.catch_up(&Java::new(&env));
        }
        done.map_err(|why| {
            // Without the file there is still the code that the caller gets.
            let _ = fs::write(answer, why);
        })
    }

    fn begin(
        &self,
        context: &AgentLoadContext<'_>,
        options: &RecordOptions,
        sessions: &Arc<Sessions>,
    ) -> Result<(), String> {
        if sessions.current().is_some() {
            return Err("it is being recorded already; end that recording first".to_owned());
        }
        let env = environment(context).map_err(|error| error.to_string())?;
        let java = Java::new(&env);
        let attached = self.open(context)?;
        let filter = options.filter();
        // What methods of an earlier recording wrote that had not returned when it ended is nobody's.
        Buffers::global().drain();
        let recorder = sessions.begin(options);
        let started = checkpoint::start(&recorder)
            .and_then(|()| periods::start(&recorder))
            .map_err(|error| format!("no thread for the recording: {error}"))
            .and_then(|()| self.instrument(attached, &java, filter));
        started.inspect_err(|_| {
            // Half of it in place is taken out again; why it failed is said already.
            let _ = self.take_out(attached, &java);
            sessions.end();
        })
    }

    fn open(&self, context: &AgentLoadContext<'_>) -> Result<&Attached, String> {
        if let Some(attached) = self.attached.get() {
            return Ok(attached);
        }
        let attached = Attached::open(context).map_err(|error| error.to_string())?;
        Ok(self.attached.get_or_init(|| attached))
    }

    fn instrument(&self, attached: &Attached, java: &Java<'_>, filter: ClassFilter) -> Result<(), String> {
        let said = |error: &dyn std::fmt::Display| error.to_string();
        let wanted = filter.clone();
        if let Some(installed) = self.installed.get() {
            installed.transformer.watch(Some(filter));
        } else {
            let installed =
                install(attached.jvmti(), java, AGENT_JAR, filter, Mode::Attached).map_err(|error| said(&error))?;
            let _ = self.installed.set(installed);
        }
        attached.number_objects(java, true).map_err(|error| said(&error))?;
        attached.hook_class_files(true).map_err(|error| said(&error))?;
        // Classes that the virtual machine refuses stay as they are; the others teach what they can.
        let refused = attached.retransform(java, &|name| wanted.concerns(name));
        // What the hooks asked about a class before its methods had ids is asked again.
        Tables::global().ask_again();
        refused.map(drop).map_err(|error| said(&error))
    }

    /// Has the recording end when the process is gone that asked for it: nobody else would take the hooks out.
    fn watch_controller(
        self: &Arc<Self>,
        context: &AgentLoadContext<'_>,
        options: &RecordOptions,
        sessions: &Arc<Sessions>,
    ) -> Result<(), String> {
        let Some(controller) = options.controller.and_then(Process::of) else {
            return Ok(());
        };
        let Some(recorder) = sessions.current() else {
            return Ok(());
        };
        let (attachment, sessions, machine) = (Arc::clone(self), Arc::clone(sessions), Machine::of(context));
        let recorder = Arc::downgrade(&recorder);
        let goes_on = move |sessions: &Sessions| {
            let current = sessions.current().map(|current| Arc::downgrade(&current));
            current.is_some_and(|current| current.ptr_eq(&recorder))
        };
        let watch = move || {
            while goes_on(&sessions) {
                if !controller.is_alive() {
                    machine.enter(|java| {
                        let _changing = attachment.changing.lock().unwrap_or_else(PoisonError::into_inner);
                        if goes_on(&sessions) {
                            // There is nobody left to tell what went wrong.
                            let _ = attachment.end(java, &sessions);
                        }
                    });
                    return;
                }
                thread::sleep(LOOK);
            }
        };
        let started = thread::Builder::new().name("palus-controller".to_owned()).spawn(watch);
        started
            .map(drop)
            .map_err(|error| format!("no thread for the recording: {error}"))
    }

    fn end(&self, java: &Java<'_>, sessions: &Arc<Sessions>) -> Result<(), String> {
        let (Some(attached), Some(recorder)) = (self.attached.get(), sessions.current()) else {
            return Err("it is not being recorded by attaching".to_owned());
        };
        let taken_out = self.take_out(attached, java);
        Buffers::global().drain();
        if let Ok(faults) = Faults::of(java) {
            recorder.note_faults(faults);
        }
        sessions.end();
        recorder.save()?;
        taken_out
    }

    /// Gives every class back the methods that it had.
    fn take_out(&self, attached: &Attached, java: &Java<'_>) -> Result<(), String> {
        let Some(installed) = self.installed.get() else {
            return Ok(());
        };
        installed.transformer.watch(None);
        attached.hook_class_files(false).map_err(|error| error.to_string())?;
        // A class may have been on its way through the transformer when it was told to stop.
        loop {
            let rewritten = installed.transformer.take_rewritten();
            if rewritten.is_empty() {
                return attached.number_objects(java, false).map_err(|error| error.to_string());
            }
            attached
                .retransform(java, &|name| rewritten.contains(name))
                .map_err(|error| error.to_string())?;
        }
    }

    /// Sends the classes through the hook that were missed. Never waits: the virtual machine may hold the class's lock, and
    /// whoever begins or ends a recording may need that; they catch up in its stead.
    fn catch_up(&self, java: &Java<'_>) {
        let missed = || self.missed.lock().unwrap_or_else(PoisonError::into_inner);
        while !missed().is_empty() {
            let _changing = match self.changing.try_lock() {
                Err(TryLockError::WouldBlock) => return,
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                Ok(changing) => changing,
            };
            let mut names = std::mem::take(&mut *missed());
            let (Some(attached), Some(installed)) = (self.attached.get(), self.installed.get()) else {
                return;
            };
            // Some may have passed meanwhile, and the recording may have ended.
            names.retain(|name| installed.transformer.has_missed(name));
            if !names.is_empty() {
                // A class that the virtual machine refuses stays as it is, as when the recording begins.
                let _ = attached.retransform(java, &|name| names.contains(name));
            }
        }
    }

    /// Says that a class is ready to be used, while a recording runs. It may have had its class file read before the hook was on and
    /// have been defined when the loaded classes were listed already: loading the superclass takes as long as its loader likes.
    pub(crate) fn class_prepared(&self, context: &CallbackContext<'_>, event: &ClassEvent) {
        let (Some(attached), Some(installed), Some(env)) = (self.attached.get(), self.installed.get(), context.jni())
        else {
            return;
        };
        let java = Java::new(env);
        let name = attached.prepared(&java, event);
        if let Some(name) = name.filter(|name| installed.transformer.has_missed(name)) {
            let mut missed = self.missed.lock().unwrap_or_else(PoisonError::into_inner);
            missed.insert(name);
            drop(missed);
            self.catch_up(&java);
        }
    }

    /// The hook for class files, while a recording runs.
    pub(crate) fn class_file_loaded<'c>(&self, context: &CallbackContext<'c>, event: &mut ClassFileLoadHookEvent<'c>) {
        if let Some(installed) = self.installed.get() {
            installed.transformer.class_file_loaded(context, event);
        }
    }
}
