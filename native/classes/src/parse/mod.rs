//! Class files read by `noak`, the only module that knows this crate.

mod bootstrap;
mod class;
mod code;
mod course;
mod executable;
mod instruction;
mod module;
mod opcode;
mod soundness;
mod text;
mod unwritten;

pub(crate) use class::class_info;
pub(crate) use code::bodies;
pub(crate) use course::probes;
pub(crate) use executable::executables;
pub(crate) use module::exported_packages;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::info::Origin;
    use crate::source::Jdk;

    #[test]
    fn damaged_class_files_give_an_error_or_a_class_and_never_a_panic() {
        let Some(home) = crate::on_path() else {
            println!("skipped: no java on PATH");
            return;
        };
        let good = Jdk::open(&home)
            .unwrap()
            .read("java.util.StringTokenizer")
            .unwrap()
            .unwrap();
        // A prime step: all of the file, in unequal parts.
        for at in (0..good.len()).step_by(7) {
            let mut bad = good.clone();
            bad[at] ^= 0xFF;
            let _ = (class_info(&bad, Origin::Open), bodies(&bad), probes(&bad));
            let _ = (exported_packages(&bad), executables(&bad));
            bad.truncate(at);
            assert!(class_info(&bad, Origin::Open).is_err());
        }
    }
}
