//! The wall-clock backstop of a worker: stops a sequence that takes too long, and gives the worker up when that fails.
//!
//! Fuel ends loops in instrumented code after a count, the same on every run. What this thread ends is the rest: blocking
//! reads, sleeps, loops inside the JDK, and handlers that catch everything.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use jvmti_bindings::env::Jvmti;
use jvmti_bindings::sys::{jni, jvmti};

use crate::Progress;
use crate::java::{Java, JavaError};
use crate::natives::exit_now;
use crate::queue::Queue;

/// The exit code of a worker that gave itself up: the sequence named in its progress page is to be avoided.
const GAVE_UP: i32 = 77;
/// How often the watchdog looks.
const TICK: Duration = Duration::from_millis(25);

/// When the watchdog acts, counted from the last sign of life.
#[derive(Clone, Copy, Debug)]
pub struct WatchdogLimits {
    /// The running sequence is stopped.
    pub stop: Duration,
    /// It is stopped when it waits for a limited time: asleep, or in a wait or park with a limit.
    pub asleep: Duration,
    /// It is stopped when it waits for ever, and does so each time it is looked at: the thread that could wake it would have done so by now.
    pub waiting: Duration,
    /// The worker gives itself up, counted from when the sequence was to stop.
    pub give_up: Duration,
}

impl Default for WatchdogLimits {
    fn default() -> Self {
        Self {
            stop: Duration::from_secs(2),
            asleep: Duration::from_millis(500),
            waiting: Duration::from_millis(100),
            give_up: Duration::from_millis(1_500),
        }
    }
}

struct Watch {
    jvmti: *mut jvmti::jvmtiEnv,
    main: jni::jobject,
    stopped: jni::jobject,
    progress: Arc<Progress>,
    limits: WatchdogLimits,
    strikes: Arc<AtomicU32>,
    paused: Arc<AtomicBool>,
    queue: Queue,
}

/// What the watched thread is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doing {
    /// It runs, or is in native code.
    Running,
    /// It waits for a limited time.
    Asleep,
    /// It waits until another thread wakes it, or leaves a monitor.
    Waiting,
}

impl Watch {
    /// How long the thread has waited for a processor; nothing where the kernel does not tell.
    fn waited(&self) -> Duration {
        self.queue.waited().unwrap_or_default()
    }

    fn doing(&self) -> Doing {
        const FOR_EVER: i32 = 0x10 | 0x400; // WAITING_INDEFINITELY, BLOCKED_ON_MONITOR_ENTER
        const LIMITED: i32 = 0x20; // WAITING_WITH_TIMEOUT, which sleeping threads have too
        // SAFETY: the environment lives as long as the virtual machine; the thread is a global reference.
        let state = unsafe { Jvmti::from_raw(self.jvmti).get_thread_state(self.main) };
        match state {
            Ok(state) if state & FOR_EVER != 0 => Doing::Waiting,
            Ok(state) if state & LIMITED != 0 => Doing::Asleep,
            _ => Doing::Running,
        }
    }
}

/// A running watchdog. It ends with the virtual machine.
#[derive(Clone)]
pub struct Watchdog {
    strikes: Arc<AtomicU32>,
    paused: Arc<AtomicBool>,
}

impl Watchdog {
    /// Starts watching the current thread, which runs the sequences and shows its pulse on `progress`.
    pub fn start(
        jvmti: &Jvmti,
        java: &Java<'_>,
        progress: Arc<Progress>,
        limits: WatchdogLimits,
    ) -> Result<Self, JavaError> {
        let strikes = Arc::new(AtomicU32::new(0));
        let paused = Arc::new(AtomicBool::new(true));
        let watchdog = Self {
            strikes: Arc::clone(&strikes),
            paused: Arc::clone(&paused),
        };
        let env = java.env();
        let failed = |what: &str| JavaError(format!("starting the watchdog: {what}"));
        let stopped_class = java.class("org/palus/hook/Stopped")?;
        let thread_class = java.class("java/lang/Thread")?;
        // SAFETY: live references of this thread; the names and signatures are those of the hook class and of
        // java.lang.Thread. The watch and the global references live until the process ends.
        unsafe {
            let instance = env
                .get_static_field_id(stopped_class.0, "INSTANCE", "Lorg/palus/hook/Stopped;")
                .ok_or_else(|| failed("no exception to throw"))?;
            let exception = env.get_static_object_field(stopped_class.0, instance);
            let constructor = env
                .get_method_id(thread_class.0, "<init>", "(Ljava/lang/String;)V")
                .ok_or_else(|| failed("no thread constructor"))?;
            let name = java.string("palus watchdog")?;
            let thread = env
                .new_object(thread_class.0, constructor, &[jni::jvalue { l: name }])
                .ok_or_else(|| failed("no thread"))?;
            java.check("starting the watchdog")?;
            let main = jvmti
                .get_current_thread()
                .map_err(|error| failed(&format!("{error:?}")))?;
            let watch = Box::new(Watch {
                jvmti: jvmti.raw(),
                main: env.new_global_ref(main),
                stopped: env.new_global_ref(exception),
                progress,
                limits,
                strikes,
                paused,
                queue: Queue::of_this_thread(),
            });
            jvmti
                .run_agent_thread(thread, watch_thread, Box::into_raw(watch).cast(), 10)
                .map_err(|error| failed(&format!("{error:?}")))?;
        }
        Ok(watchdog)
    }

    /// Watches from here on.
    pub fn resume(&self) {
        self.paused.store(false, Ordering::Release);
    }

    /// Stops watching: the worker is busy with work of its own.
    pub fn pause(&self) {
        self.paused.store(true, Ordering::Release);
    }

    /// How often it has stopped what the thread did.
    pub fn strikes(&self) -> u32 {
        self.strikes.load(Ordering::Acquire)
    }

    /// Whether it ever did.
    pub fn struck(&self) -> bool {
        self.strikes() > 0
    }
}

extern "system" fn watch_thread(jvmti: *mut jvmti::jvmtiEnv, _jni: *mut jni::JNIEnv, argument: *mut std::ffi::c_void) {
    // SAFETY: `start` passed a leaked `Watch`, used by this thread alone.
    let watch = unsafe { &*argument.cast::<Watch>() };
    debug_assert_eq!(watch.jvmti, jvmti);
    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| watch_for_ever(watch)));
}

/// Time as it passes for the watched thread. While the whole machine stands still (a virtual one that is moved or has to wait for its host),
/// or others have the processors, no sequence runs either, and none is to blame for what that takes.
struct Seen {
    at: Instant,
    waited: Duration,
    passed: Duration,
}

impl Seen {
    /// Between two looks no more passes than this: a busy machine is late by less.
    const MOST: Duration = TICK.saturating_mul(4);

    fn from(at: Instant, waited: Duration) -> Self {
        Self {
            at,
            waited,
            passed: Duration::ZERO,
        }
    }

    /// What has passed by now, when the thread has waited so long for a processor.
    fn by(&mut self, now: Instant, waited: Duration) -> Duration {
        let wall = now.saturating_duration_since(self.at).min(Self::MOST);
        self.passed += wall.saturating_sub(waited.saturating_sub(self.waited));
        (self.at, self.waited) = (now, waited);
        self.passed
    }
}

/// How long there has been no sign of life.
#[derive(Clone, Copy)]
struct Silence {
    since: Duration,
    /// Since when the thread has been found waiting whenever it was looked at. Where the machine is busy it is silent for long while it loads
    /// classes, and may be seen while it waits a moment for a lock of the virtual machine's.
    waiting_since: Option<Duration>,
}

impl Silence {
    fn from(since: Duration) -> Self {
        Self {
            since,
            waiting_since: None,
        }
    }

    /// Whether that is too long for what the thread is doing now.
    fn is_too_long(&mut self, now: Duration, doing: Doing, limits: &WatchdogLimits) -> bool {
        let is_waiting = doing == Doing::Waiting;
        self.waiting_since = self.waiting_since.or(Some(now)).filter(|_| is_waiting);
        let silent = now.saturating_sub(self.since);
        silent >= limits.stop
            || match doing {
                Doing::Running => false,
                Doing::Asleep => silent >= limits.asleep,
                Doing::Waiting => self
                    .waiting_since
                    .is_some_and(|since| now.saturating_sub(since) >= limits.waiting),
            }
    }
}

fn watch_for_ever(watch: &Watch) {
    let mut seen = Seen::from(Instant::now(), watch.waited());
    let mut pulse = watch.progress.pulse();
    let mut silence = Silence::from(Duration::ZERO);
    let mut told: Option<Duration> = None;
    loop {
        std::thread::sleep(TICK);
        let now = seen.by(Instant::now(), watch.waited());
        let last = std::mem::replace(&mut pulse, watch.progress.pulse());
        if pulse != last || watch.paused.load(Ordering::Acquire) {
            silence = Silence::from(now);
            told = None;
            continue;
        }
        if told.is_some_and(|told| now.saturating_sub(told) >= watch.limits.give_up) {
            exit_now(GAVE_UP);
        }
        if told.is_none() && silence.is_too_long(now, watch.doing(), &watch.limits) {
            told = Some(now);
            watch.strikes.fetch_add(1, Ordering::AcqRel);
            // SAFETY: the environment lives as long as the virtual machine; both are global references.
            let jvmti = unsafe { Jvmti::from_raw(watch.jvmti) };
            // A thread that cannot be stopped is given up later.
            // SAFETY: as above.
            let _ = unsafe { jvmti.stop_thread(watch.main, watch.stopped) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_that_stands_still_or_is_busy_costs_no_sequence_its_time() {
        let began = Instant::now();
        let mut seen = Seen::from(began, Duration::ZERO);
        let mut now = began;
        for _ in 0..10 {
            now += TICK;
            seen.by(now, Duration::ZERO);
        }
        assert_eq!(seen.by(now, Duration::ZERO), TICK * 10);
        now += Duration::from_secs(60);
        assert_eq!(seen.by(now, Duration::ZERO), TICK * 10 + Seen::MOST);
        let before = seen.passed;
        now += TICK;
        assert_eq!(seen.by(now, TICK / 5), before + TICK / 5 * 4);
    }

    #[test]
    fn a_moment_of_waiting_is_not_a_long_wait() {
        let limits = WatchdogLimits::default();
        let mut silence = Silence::from(Duration::ZERO);
        let mut too_long = |tick: u32, doing: Doing| silence.is_too_long(TICK * tick, doing, &limits);
        for tick in 1..20 {
            assert!(!too_long(tick, Doing::Running));
        }
        assert!(!too_long(20, Doing::Waiting));
        assert!(!too_long(21, Doing::Running));
        for tick in 22..26 {
            assert!(!too_long(tick, Doing::Waiting), "{tick}");
        }
        assert!(too_long(26, Doing::Waiting));
        assert!(too_long(27, Doing::Asleep));
        assert!(!too_long(28, Doing::Running));
        assert!(too_long(80, Doing::Running));
    }
}
