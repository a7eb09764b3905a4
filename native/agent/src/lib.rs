//! The agent: what `libpalus.so` does when a Java virtual machine loads it. Wiring only.
//!
//! `-agentpath:libpalus.so=record,...` watches the program and writes a model; `-agentpath:libpalus.so=generate,...` turns
//! the virtual machine into a worker that searches for tests. Neither prints anything unless something is wrong.

mod attach;
mod checkpoint;
mod children;
mod executions;
mod fields;
mod mutate;
mod options;
mod periods;
mod preload;
mod record;
mod threads;
mod worker;

use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use jvmti_bindings::callbacks::{CallbackContext, ClassEvent, ClassFileLoadHookEvent, MonitorEvent, ThreadEvent};
use jvmti_bindings::sys::jni;
use jvmti_bindings::sys::jvmti::{
    JVMTI_EVENT_MONITOR_CONTENDED_ENTER, JVMTI_EVENT_MONITOR_CONTENDED_ENTERED, JVMTI_EVENT_THREAD_END,
    JVMTI_EVENT_THREAD_START,
};
use jvmti_bindings::{Agent, agent::AgentLoadContext};
use palus_jvm::{Buffers, ClassFilter, Faults, Installed, Java, Mode, install};

use attach::Attachment;
use options::Options;
use palus_supervise::{Sandbox, die_with_parent};
use record::Sessions;
use worker::Desk;

/// The transformer, the hooks and the interpreter, as Maven built them.
const AGENT_JAR: &[u8] = include_bytes!(env!("PALUS_AGENT_JAR"));

/// The one agent of the virtual machine.
#[derive(Default)]
struct PalusAgent {
    options: OnceLock<Options>,
    installed: OnceLock<Arc<Installed>>,
    /// What a worker reads and writes, in generate mode.
    desk: OnceLock<Desk>,
    sessions: Arc<Sessions>,
    attachment: Arc<Attachment>,
}

/// The entry points that the virtual machine looks up by name.
mod entry {
    use super::PalusAgent;

    jvmti_bindings::export_agent!(PalusAgent);
}

impl Agent for PalusAgent {
    fn on_load(&self, context: AgentLoadContext<'_>) -> jni::jint {
        match self.load(&context) {
            Ok(()) => jni::JNI_OK,
            Err(why) => {
                eprintln!("palus: {why}");
                jni::JNI_ERR
            }
        }
    }

    fn on_attach(&self, context: AgentLoadContext<'_>) -> jni::jint {
        palus_jvm::serve(Box::new(record::RecordHost::new(Arc::clone(&self.sessions))));
        match self.attachment.called(&context, &self.sessions) {
            Ok(()) => jni::JNI_OK,
            Err(()) => jni::JNI_ERR,
        }
    }

    fn vm_init(&self, context: CallbackContext<'_>, _event: ThreadEvent) {
        if let Err(why) = self.start(&context) {
            eprintln!("palus: {why}");
        }
    }

    fn class_file_load_hook<'c>(&self, context: CallbackContext<'c>, mut event: ClassFileLoadHookEvent<'c>) {
        match self.installed.get() {
            Some(installed) => installed.transformer.class_file_loaded(&context, &mut event),
            None => self.attachment.class_file_loaded(&context, &mut event),
        }
    }

    fn class_prepare(&self, context: CallbackContext<'_>, event: ClassEvent) {
        self.attachment.class_prepared(&context, &event);
    }

    fn thread_start(&self, context: CallbackContext<'_>, _event: ThreadEvent) {
        Self::takes_turns(&context, Installed::thread_begins);
    }

    fn monitor_contended_enter(&self, context: CallbackContext<'_>, _event: MonitorEvent) {
        Self::takes_turns(&context, Installed::thread_blocks);
    }

    fn monitor_contended_entered(&self, context: CallbackContext<'_>, _event: MonitorEvent) {
        Self::takes_turns(&context, Installed::thread_goes_on);
    }

    fn thread_end(&self, _context: CallbackContext<'_>, _event: ThreadEvent) {
        Buffers::global().close_current();
    }

    fn vm_death(&self, context: CallbackContext<'_>) {
        if let Some(Options::Mutate(options)) = self.options.get()
            && let Err(why) = mutate::write(options)
        {
            eprintln!("palus: {why}");
        }
        if let Some(recorder) = self.sessions.current() {
            Buffers::global().drain();
            // Where the hooks were not put in place, nothing failed in them.
            if let Some(faults) = context.jni().and_then(|env| Faults::of(&Java::new(env)).ok()) {
                recorder.note_faults(faults);
            }
            if let Err(why) = recorder.save() {
                eprintln!("palus: {why}");
            }
        }
    }
}

/// Takes the rights of this process that the file does not name, in all of its threads.
fn confine(rights: &Path) -> io::Result<()> {
    let restrictions = Arc::new(Sandbox::load(rights)?.prepare()?);
    let shared = Arc::clone(&restrictions);
    threads::ask(&threads::others()?, move || shared.apply().is_ok())?;
    restrictions.apply().map(|_| ())
}

impl PalusAgent {
    /// Reads the options and asks for what must be asked for before the virtual machine starts.
    fn load(&self, context: &AgentLoadContext<'_>) -> Result<(), String> {
        let text = context.options_lossy().unwrap_or_default();
        let options = Options::parse(&text)?;
        if let Options::Record(options) = &options {
            palus_jvm::make_states(&options.state_rules)?;
            children::record_them_too();
        }
        if let Options::Generate(options) = &options {
            // Before the rights are given up.
            let _ = self.desk.set(Desk::open(options)?);
            // Whatever becomes of the supervisor, its workers do not outlive it.
            die_with_parent().map_err(|error| format!("the worker cannot be tied to its supervisor: {error}"))?;
        }
        if let Some(rights) = options.sandbox() {
            // Now, when there are few threads beside this one.
            confine(rights).map_err(|error| {
                format!("the code under test cannot be confined: {error}; use --no-sandbox to go on")
            })?;
        }
        if matches!(options, Options::Confine(_)) {
            return Ok(());
        }
        let jvmti = context
            .vm()
            .jvmti()
            .map_err(|code| format!("no tool interface in this virtual machine ({code})"))?;
        jvmti
            .add_capabilities_with(|capabilities| {
                capabilities.set_can_retransform_classes(true);
                capabilities.set_can_generate_monitor_events(matches!(options, Options::Generate(_)));
                // The compiler keeps locks for it that it would leave out, so not in the search.
                capabilities.set_can_get_owned_monitor_info(self.desk.get().is_some_and(Desk::confirms));
            })
            .map_err(|error| format!("this virtual machine lacks a capability that palus needs ({error:?})"))?;
        let failed = |error| format!("this virtual machine refused the events that palus needs ({error:?})");
        jvmti.set_default_agent_callbacks().map_err(failed)?;
        jvmti.enable_vm_lifecycle_events().map_err(failed)?;
        jvmti.enable_events_global(&[JVMTI_EVENT_THREAD_END]).map_err(failed)?;
        let _ = self.options.set(options);
        Ok(())
    }

    /// Tells the scheduler of a sequence's threads something, where there is one.
    fn takes_turns(context: &CallbackContext<'_>, tell: fn(&Installed, &Java<'_>)) {
        if let (Some(installed), Some(env)) = (worker::INSTALLED.get(), context.jni()) {
            tell(installed, &Java::new(env));
        }
    }

    /// Puts the hooks in place, now that classes can be defined.
    fn start(&self, context: &CallbackContext<'_>) -> Result<(), String> {
        let (Some(options), Some(env)) = (self.options.get(), context.jni()) else {
            return Ok(());
        };
        let java = Java::new(env);
        let mut connection = None;
        let (filter, mode) = match options {
            Options::Record(options) => {
                palus_jvm::serve(Box::new(record::RecordHost::new(Arc::clone(&self.sessions))));
                let recorder = self.sessions.begin(options);
                recorder.say_started();
                checkpoint::start(&recorder).map_err(|error| format!("no thread for checkpoints: {error}"))?;
                periods::start(&recorder).map_err(|error| format!("no thread for sampling: {error}"))?;
                if recorder.film().is_some() {
                    executions::start(&recorder).map_err(|error| format!("no thread for the trace: {error}"))?;
                }
                (options.filter(), Mode::Record)
            }
            Options::Attach(..) | Options::Detach(_) => {
                return Err("attach and detach are for programs that run already; write record,out=FILE".to_owned());
            }
            Options::Generate(options) => {
                let desk = self
                    .desk
                    .get()
                    .ok_or_else(|| format!("{} was not opened", options.order.display()))?;
                let filter = ClassFilter::exactly(worker::subjects(&desk.order));
                connection = Some((Arc::clone(&desk.progress), worker::salt(&desk.order)));
                palus_jvm::serve(Box::new(worker::WorkerHost::new(desk.clone())));
                let mode = worker::mode(&desk.order);
                (filter, mode)
            }
            Options::Mutate(options) => {
                palus_jvm::serve(Box::new(mutate::MutantHost::new(options)));
                (options.filter(), Mode::Mutants)
            }
            Options::Confine(_) => return Ok(()),
        };
        let installed = install(context.jvmti(), &java, AGENT_JAR, filter, mode).map_err(|error| error.to_string())?;
        if let Some((progress, salt)) = connection {
            worker::connect(&installed, &java, &progress, salt).map_err(|error| error.to_string())?;
        }
        if let Options::Mutate(options) = options {
            mutate::connect(options, &installed, &java).map_err(|error| error.to_string())?;
        }
        let installed = Arc::new(installed);
        if mode.is_search() {
            let _ = worker::INSTALLED.set(Arc::clone(&installed));
        }
        let _ = self.installed.set(Arc::clone(&installed));
        let failed = |error| format!("this virtual machine refused the class-file hook ({error:?})");
        context.jvmti().enable_class_file_load_hook_events().map_err(failed)?;
        if mode.is_search() {
            let events = [
                JVMTI_EVENT_THREAD_START,
                JVMTI_EVENT_MONITOR_CONTENDED_ENTER,
                JVMTI_EVENT_MONITOR_CONTENDED_ENTERED,
            ];
            context.jvmti().enable_events_global(&events).map_err(failed)?;
        }
        match mode {
            Mode::Search | Mode::Measured => {
                let subjects = self.desk.get().map_or(&[][..], |desk| worker::subjects(&desk.order));
                let guarded = installed.guard(context.jvmti(), &java);
                guarded.and_then(|()| installed.initialise(&java, subjects))
            }
            Mode::Record => Installed::hide_members(context.jvmti(), &java),
            Mode::Attached | Mode::Mutants => Ok(()),
        }
        .map_err(|error| error.to_string())?;
        Ok(())
    }
}
