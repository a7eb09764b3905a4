//! JVMTI and JNI: everything that touches a Java virtual machine.
