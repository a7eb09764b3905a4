//! Calls into Java, each followed by a look at the pending exception.

use std::ffi::CString;

use jvmti_bindings::env::{JniEnv, Jvmti};
use jvmti_bindings::sys::jni;

/// Java threw, or could not be asked.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct JavaError(pub String);

/// A tool environment for the virtual machine that `java` belongs to, with the capabilities that were asked for at its
/// start (these two can be had at any time).
pub fn jvmti(java: &Java<'_>) -> Result<Jvmti, JavaError> {
    let failed = |what: String| JavaError(format!("no tool interface: {what}"));
    let vm = java.env.get_java_vm().map_err(|code| failed(code.to_string()))?;
    // SAFETY: the pointer was just given by this virtual machine.
    let jvmti = unsafe { Jvmti::from_java_vm_raw(vm) }.map_err(|code| failed(code.to_string()))?;
    jvmti
        .add_capabilities_with(|capabilities| {
            capabilities.set_can_signal_thread(true);
            capabilities.set_can_retransform_classes(true);
        })
        .map_err(|error| failed(format!("{error:?}")))?;
    Ok(jvmti)
}

/// A class kept alive by a global reference for the life of the virtual machine (never freed, on purpose: there are
/// three of them and they are needed until the end).
#[derive(Clone, Copy, Debug)]
pub struct ClassRef(pub(crate) jni::jclass);

// SAFETY: global references may be used from any thread (JNI specification, "Global and Local References").
unsafe impl Send for ClassRef {}
// SAFETY: as above; a reference is never changed.
unsafe impl Sync for ClassRef {}

/// A static method of a [`ClassRef`].
#[derive(Clone, Copy, Debug)]
pub struct StaticMethod {
    class: ClassRef,
    id: jni::jmethodID,
}

// SAFETY: method ids may be used from any thread while their class is loaded, which the global reference ensures.
unsafe impl Send for StaticMethod {}
// SAFETY: as above.
unsafe impl Sync for StaticMethod {}

/// The JNI environment of the current thread.
pub struct Java<'e> {
    env: &'e JniEnv,
}

impl<'e> Java<'e> {
    /// Wraps the environment that a callback was given.
    pub fn new(env: &'e JniEnv) -> Self {
        Self { env }
    }

    pub(crate) fn env(&self) -> &JniEnv {
        self.env
    }

    /// The pending exception as an error; it is cleared. Its message is not read: that would run code of the program.
    pub fn check(&self, what: &str) -> Result<(), JavaError> {
        let Some(thrown) = self.env.exception_occurred() else {
            return Ok(());
        };
        self.env.exception_clear();
        // SAFETY: `thrown` is a live local reference of this thread.
        let class = unsafe { self.env.get_object_class(thrown) };
        let name = self.class_name(class).unwrap_or_else(|| "an exception".to_owned());
        // SAFETY: both are live local references of this thread and not used again.
        unsafe {
            self.env.delete_local_ref(thrown);
            self.env.delete_local_ref(class);
        }
        Err(JavaError(format!("{what}: Java threw {name}")))
    }

    /// The product and version of the virtual machine, `OpenJDK 64-Bit Server VM 17.0.15`.
    pub fn version(&self) -> Result<String, JavaError> {
        let system = self.class("java/lang/System")?;
        let get = self.static_method(system, "getProperty", "(Ljava/lang/String;)Ljava/lang/String;")?;
        let property = |name: &str| {
            // SAFETY: the argument fits `(String)`, and the result is null or a string.
            unsafe {
                let value = self.call_object(get, &[jni::jvalue { l: self.string(name)? }])?;
                Ok::<_, JavaError>(self.text(value).unwrap_or_default())
            }
        };
        Ok(format!("{} {}", property("java.vm.name")?, property("java.version")?))
    }

    fn class_name(&self, class: jni::jclass) -> Option<String> {
        let class_class = self.env.find_class("java/lang/Class")?;
        // SAFETY: `class` and `class_class` are live local references; `getName` has this signature.
        unsafe {
            let get_name = self.env.get_method_id(class_class, "getName", "()Ljava/lang/String;")?;
            let name = self.env.call_object_method(class, get_name, &[]);
            self.env.delete_local_ref(class_class);
            if self.env.exception_check() {
                self.env.exception_clear();
                return None;
            }
            self.text(name)
        }
    }

    /// The text of a Java string, `None` for null. The reference is deleted.
    ///
    /// # Safety
    /// `string` is null or a live local reference to a `java.lang.String`.
    pub(crate) unsafe fn text(&self, string: jni::jobject) -> Option<String> {
        if string.is_null() {
            return None;
        }
        // SAFETY: given by the caller.
        unsafe {
            let text = self.env.get_string_lossy(string);
            self.env.delete_local_ref(string);
            text
        }
    }

    /// A boot or system class, kept alive.
    pub fn class(&self, internal_name: &str) -> Result<ClassRef, JavaError> {
        let found = self.env.find_class(internal_name);
        self.check(&format!("looking for {internal_name}"))?;
        let class = found.ok_or_else(|| JavaError(format!("{internal_name} was not found")))?;
        Ok(self.keep(class))
    }

    /// Whether both are the same object.
    pub(crate) fn is_same(&self, one: jni::jobject, other: jni::jobject) -> bool {
        // SAFETY: given by the callers: live references or null.
        unsafe { self.env.is_same_object(one, other) }
    }

    /// Defines a class in the boot loader.
    pub fn define_boot_class(&self, internal_name: &str, bytes: &[u8]) -> Result<ClassRef, JavaError> {
        // SAFETY: a null loader is the boot loader.
        let class = unsafe { self.env.define_class(internal_name, std::ptr::null_mut(), bytes) };
        self.check(&format!("defining {internal_name}"))?;
        class
            .map(|class| self.keep(class))
            .ok_or_else(|| JavaError(format!("{internal_name} was not defined")))
    }

    pub(crate) fn keep(&self, class: jni::jclass) -> ClassRef {
        // SAFETY: `class` is a live local reference of this thread, deleted once the global one exists.
        unsafe {
            let global = self.env.new_global_ref(class);
            self.env.delete_local_ref(class);
            ClassRef(global)
        }
    }

    /// A static method by name and descriptor.
    pub fn static_method(&self, class: ClassRef, name: &str, descriptor: &str) -> Result<StaticMethod, JavaError> {
        // SAFETY: `class` is a live global reference.
        let id = unsafe { self.env.get_static_method_id(class.0, name, descriptor) };
        self.check(&format!("looking for {name}{descriptor}"))?;
        let id = id.ok_or_else(|| JavaError(format!("{name}{descriptor} was not found")))?;
        Ok(StaticMethod { class, id })
    }

    /// Calls a static method that returns `void`.
    ///
    /// # Safety
    /// `arguments` fit the method's descriptor.
    pub(crate) unsafe fn call_void(&self, method: StaticMethod, arguments: &[jni::jvalue]) -> Result<(), JavaError> {
        // SAFETY: given by the caller; the method is of that class.
        unsafe { self.env.call_static_void_method(method.class.0, method.id, arguments) };
        self.check("calling a hook")
    }

    /// Calls a static method that returns `int`.
    ///
    /// # Safety
    /// `arguments` fit the method's descriptor.
    pub(crate) unsafe fn call_int(&self, method: StaticMethod, arguments: &[jni::jvalue]) -> Result<i32, JavaError> {
        // SAFETY: given by the caller; the method is of that class.
        let value = unsafe { self.env.call_static_int_method(method.class.0, method.id, arguments) };
        self.check("calling the interpreter")?;
        Ok(value)
    }

    /// Calls a static method that returns an object, a local reference.
    ///
    /// # Safety
    /// `arguments` fit the method's descriptor.
    pub(crate) unsafe fn call_object(
        &self,
        method: StaticMethod,
        arguments: &[jni::jvalue],
    ) -> Result<jni::jobject, JavaError> {
        // SAFETY: given by the caller; the method is of that class.
        let value = unsafe { self.env.call_static_object_method(method.class.0, method.id, arguments) };
        self.check("calling Java")?;
        Ok(value)
    }

    /// A new string, a local reference.
    pub(crate) fn string(&self, text: &str) -> Result<jni::jobject, JavaError> {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.utf16(&units)
    }

    /// A new string of these units, a local reference.
    pub(crate) fn utf16(&self, units: &[u16]) -> Result<jni::jobject, JavaError> {
        let string = self.env.new_string_utf16(units);
        self.check("making a string")?;
        string.ok_or_else(|| JavaError("a string could not be made".to_owned()))
    }

    /// A new byte array, a local reference.
    pub(crate) fn bytes(&self, bytes: &[u8]) -> Result<jni::jobject, JavaError> {
        let array = self.env.new_byte_array(bytes.len() as jni::jsize);
        self.check("making a byte array")?;
        let array = array.ok_or_else(|| JavaError("a byte array could not be made".to_owned()))?;
        // SAFETY: jbyte and u8 have the same layout, and the array has that length.
        unsafe {
            let signed = std::slice::from_raw_parts(bytes.as_ptr().cast::<jni::jbyte>(), bytes.len());
            self.env
                .set_byte_array_region(array, 0, signed.len() as jni::jsize, signed);
        }
        Ok(array)
    }

    /// The bytes of a Java byte array. The reference is deleted.
    ///
    /// # Safety
    /// `array` is a live local reference to a `byte[]`.
    pub(crate) unsafe fn take_bytes(&self, array: jni::jobject) -> Vec<u8> {
        // SAFETY: given by the caller; the buffer has the array's length.
        unsafe {
            let length = self.env.get_array_length(array).max(0) as usize;
            let mut bytes = vec![0_u8; length];
            let signed = std::slice::from_raw_parts_mut(bytes.as_mut_ptr().cast::<jni::jbyte>(), length);
            self.env.get_byte_array_region(array, 0, length as jni::jsize, signed);
            self.env.delete_local_ref(array);
            bytes
        }
    }

    /// Runs `body` in a local frame, so that the references it makes are gone afterwards.
    pub(crate) fn frame<T>(&self, body: impl FnOnce() -> Result<T, JavaError>) -> Result<T, JavaError> {
        let frame = self
            .env
            .push_local_frame(32)
            .map_err(|_| JavaError("no room for a local frame".to_owned()))?;
        let result = body();
        frame.close();
        result
    }

    /// Binds a native method of `class`.
    ///
    /// # Safety
    /// `function` is an `extern "system"` function with the ABI of `descriptor`.
    pub(crate) unsafe fn bind(
        &self,
        class: ClassRef,
        name: &str,
        descriptor: &str,
        function: *mut std::ffi::c_void,
    ) -> Result<(), JavaError> {
        let bad = |_| JavaError(format!("{name} holds a NUL"));
        let name_c = CString::new(name).map_err(bad)?;
        let descriptor_c = CString::new(descriptor).map_err(bad)?;
        let method = jni::JNINativeMethod {
            name: name_c.as_ptr(),
            signature: descriptor_c.as_ptr(),
            fnPtr: function,
        };
        // SAFETY: the strings live until the call returns; the function's ABI is the caller's word.
        let bound = unsafe { self.env.register_natives(class.0, &[method]) };
        self.check(&format!("binding {name}{descriptor}"))?;
        bound.map_err(|code| JavaError(format!("binding {name}{descriptor} failed with code {code}")))
    }
}
