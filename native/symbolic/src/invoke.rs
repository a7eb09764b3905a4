//! Calls, returns and exceptions.

use std::sync::Arc;

use palus_classes::{CallKind, CallSite, Member, Purpose};

use crate::execute::{Executor, Step};
use crate::heap::{Content, Lambda, Value, primitive};
use crate::jdk::is_executed;
use crate::objects::{NULL_POINTER, missing, outside_of};
use crate::path::{End, Frame, Path, Reason, Stop};
use crate::program::{Method, parameters};
use crate::strings::STRING;

/// So many frames are open at once: the stack of a virtual machine has room for some thousands.
const DEEPEST: usize = 500;

impl Executor {
    pub(crate) fn invoke(&mut self, path: &mut Path, target: &Arc<Member>, kind: CallKind) -> Result<Step, Stop> {
        let count = parameters(&target.descriptor).len() + usize::from(kind != CallKind::Static);
        let frame = path.frames.last().ok_or_else(Stop::malformed)?;
        let first = frame.stack.len().checked_sub(count).ok_or_else(Stop::malformed)?;
        let arguments = frame.stack[first..].to_vec();
        if kind == CallKind::Static {
            if self.class_path(&target.owner)? && self.initialise(path, &target.owner)? {
                return Ok(Step::Next);
            }
        } else if matches!(arguments.first(), Some(Value::Null)) {
            return self.throw(path, NULL_POINTER);
        }
        if let Some(step) = self.modelled(path, target, &arguments)? {
            return Ok(step);
        }
        if Self::unsafe_put(path, target, &arguments)? {
            return Ok(Step::Next);
        }
        let receiver = match arguments.first() {
            Some(Value::Object(receiver)) if kind != CallKind::Static => {
                self.open_builder(path, *receiver)?;
                Some(path.heap.get(*receiver))
            }
            _ => None,
        };
        if let Some(Content::Opaque | Content::Foreign) = receiver.map(|object| &object.content) {
            return Err(outside_of(&target.owner, &target.name));
        }
        if let Some(Content::Lambda(lambda)) = receiver.map(|object| &object.content)
            && lambda.method == target.name
        {
            let lambda = Arc::clone(lambda);
            return self.call_lambda(path, &lambda, &arguments[1..], count);
        }
        let class = receiver.map(|object| Arc::clone(&object.class));
        let method = match (kind, class) {
            (CallKind::Virtual | CallKind::Interface, Some(class)) => self.program.select(&class, target),
            _ => self.program.resolve(&target.owner, &target.name, &target.descriptor),
        };
        let method = method.ok_or_else(|| missing(&target.owner))?;
        self.enter(path, &method, arguments, count)
    }

    fn class_path(&mut self, class: &str) -> Result<bool, Stop> {
        let loaded = self.program.class(class).ok_or_else(|| missing(class))?;
        Ok(loaded.info.is_on_class_path())
    }

    /// Takes so many operands off the stack and goes on in a method.
    fn enter(
        &mut self,
        path: &mut Path,
        method: &Arc<Method>,
        arguments: Vec<Value>,
        count: usize,
    ) -> Result<Step, Stop> {
        let is_followed = method.is_under_test || is_executed(&method.class) && !self.is_thrown_of_jdk(&method.class);
        let frame = Frame::new(method, arguments).filter(|_| is_followed);
        let frame = frame.ok_or_else(|| outside_of(&method.class, &method.name))?;
        if path.frames.len() >= DEEPEST {
            return Err(Stop::Open(Reason::Fuel));
        }
        let caller = path.frame()?;
        let left = caller.stack.len().checked_sub(count).ok_or_else(Stop::malformed)?;
        caller.stack.truncate(left);
        path.enter(method);
        path.frames.push(frame);
        Ok(Step::Next)
    }

    fn call_lambda(&mut self, path: &mut Path, lambda: &Lambda, given: &[Value], count: usize) -> Result<Step, Stop> {
        let target = &lambda.target;
        let method = self.program.resolve(&target.owner, &target.name, &target.descriptor);
        let method = method.ok_or_else(|| missing(&target.owner))?;
        let arguments: Vec<Value> = lambda.captured.iter().chain(given).cloned().collect();
        let receivers = usize::from(!method.is_static);
        let fits = |(value, descriptor): (&Value, &Arc<str>)| {
            matches!(value, Value::Null | Value::Object(_)) == primitive(descriptor).is_none()
        };
        let is_plain = arguments.len() == method.parameters.len() + receivers
            && &*method.name != "<init>"
            && arguments.iter().skip(receivers).zip(&method.parameters).all(fits);
        if !is_plain {
            return Err(Stop::Open(Reason::instruction(
                "a method reference that makes or converts objects",
            )));
        }
        if receivers == 1 && matches!(arguments.first(), Some(Value::Null)) {
            return self.throw(path, NULL_POINTER);
        }
        self.enter(path, &method, arguments, count)
    }

    /// Makes what a call site of `invokedynamic` makes.
    pub(crate) fn bind(path: &mut Path, site: &CallSite) -> Result<(), Stop> {
        let count = parameters(&site.descriptor).len();
        let frame = path.frames.last().ok_or_else(Stop::malformed)?;
        let first = frame.stack.len().checked_sub(count).ok_or_else(Stop::malformed)?;
        let operands = frame.stack[first..].to_vec();
        let made = match &site.purpose {
            Purpose::Lambda(target) => {
                let interface = site.descriptor.rsplit_once(')').map_or("", |(_, result)| result);
                let class = interface
                    .trim_start_matches('L')
                    .trim_end_matches(';')
                    .replace('/', ".");
                let lambda = Lambda {
                    target: Arc::clone(target),
                    method: Arc::clone(&site.name),
                    captured: operands,
                };
                path.heap.add(class.into(), Content::Lambda(Arc::new(lambda)), false)
            }
            Purpose::Concat { recipe, constants } => {
                let text = crate::text::joined(&path.heap, recipe, constants, &operands, &parameters(&site.descriptor));
                path.heap.add("java.lang.String".into(), Content::Text(text), false)
            }
            Purpose::Other => return Err(Stop::Open(Reason::instruction("a call site of invokedynamic"))),
        };
        path.frame()?.replace(count, Some(made))
    }

    /// Runs the static initialiser of a class of the class path, and of those above it, first; whether there is one to run.
    pub(crate) fn initialise(&mut self, path: &mut Path, class: &Arc<str>) -> Result<bool, Stop> {
        if path.heap.initialised.contains(class) {
            return Ok(false);
        }
        let loaded = self.program.class(class).ok_or_else(|| missing(class))?;
        if !loaded.info.is_on_class_path() && !is_executed(class) {
            return Ok(false);
        }
        if let Some(above) = loaded.info.superclass.clone()
            && self.initialise(path, &above)?
        {
            return Ok(true);
        }
        Arc::make_mut(&mut path.heap.initialised).insert(Arc::clone(class));
        let Some(frame) = loaded
            .method("<clinit>", "()V")
            .and_then(|method| Frame::new(method, Vec::new()))
        else {
            return Ok(false);
        };
        path.frames.push(frame);
        Ok(true)
    }

    /// Goes back to the caller with what is on top.
    pub(crate) fn leave(&mut self, path: &mut Path) -> Result<Step, Stop> {
        let mut frame = path.frames.pop().ok_or_else(Stop::malformed)?;
        let method = Arc::clone(&frame.method);
        if let (STRING, "<init>", Some(Value::Object(made))) = (&*method.class, &*method.name, frame.locals.first()) {
            self.seal(path, *made);
        }
        let result = match method.result() {
            "V" => None,
            descriptor => Some(frame.pop()?.kept_as(descriptor)),
        };
        let Some(caller) = path.frames.last_mut() else {
            return Ok(Step::Ended(End::Returned(result)));
        };
        // What needed the class initialised is executed once more.
        if !method.is_initialiser() {
            caller.replace(0, result)?;
        }
        Ok(Step::Next)
    }

    /// Throws a new exception of the JDK.
    pub(crate) fn throw(&mut self, path: &mut Path, class: &str) -> Result<Step, Stop> {
        let Value::Object(thrown) = path.heap.add(class.into(), Content::Fields(Vec::new()), false) else {
            return Err(Stop::malformed());
        };
        self.unwind(path, thrown)
    }

    /// Goes to the nearest handler of an exception.
    pub(crate) fn unwind(&mut self, path: &mut Path, thrown: usize) -> Result<Step, Stop> {
        let class = Arc::clone(&path.heap.get(thrown).class);
        while let Some(frame) = path.frames.last_mut() {
            let method = Arc::clone(&frame.method);
            let offset = frame.instruction().map_or(0, |(offset, _)| *offset);
            for handler in method.code.iter().flat_map(|code| &code.handlers) {
                let is_covered = handler.start <= offset && offset < handler.end;
                let catches = |caught: &Arc<str>| self.program.is_instance(&class, caught);
                if is_covered && handler.class.as_ref().is_none_or(catches) {
                    frame.stack.clear();
                    frame.stack.push(Value::Object(thrown));
                    frame.jump(handler.target)?;
                    return Ok(Step::Next);
                }
            }
            if method.is_initialiser() {
                return Err(Stop::Open(Reason::instruction("a static initialiser that throws")));
            }
            path.frames.pop();
        }
        Ok(Step::Ended(End::Threw(thrown)))
    }
}
