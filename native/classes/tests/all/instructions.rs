//! The instructions of methods, as whoever executes them needs them.

use palus_classes::{Arithmetic, Constant, Instruction, Kind, MethodCode, Purpose, Relation};
use palus_sequence::Primitive;

use crate::support::Compiled;

const MIXED: &str = "
    package code;
    public class Mixed {
        long sum; int[] row = new int[3]; static int made;
        public int wide(int by, long far) { sum += far * by; by += 1000; return by < 0 ? (byte) by : by % 7; }
        public int choose(int key) { switch (key) { case 1: return 10; case 3: return 30; case 1000: return 10; default: return 0; } }
        public Object touch(Object other, int at) {
            try { row[at]++; made++; return (String) other; } catch (ArithmeticException e) { return other instanceof String[] ? new long[2][3] : null; }
        }
        public Runnable later(int at) { return () -> row[at] = 0; }
        public String join(int at) { return \"at \" + at; }
        public native void none();
    }";

fn code(compiled: &Compiled, name: &str) -> Option<MethodCode> {
    let index = compiled.index();
    let class = index.class("code.Mixed").unwrap();
    let place = class.methods.iter().position(|method| &*method.name == name).unwrap();
    index.code("code.Mixed").remove(place)
}

fn instructions(compiled: &Compiled, name: &str) -> Vec<Instruction> {
    let code = code(compiled, name).unwrap();
    code.instructions
        .into_iter()
        .map(|(_, instruction)| instruction)
        .collect()
}

#[test]
fn operands_and_types_are_kept() {
    let Some(compiled) = Compiled::new(&[("code/Mixed.java", MIXED)]) else {
        return;
    };
    let wide = instructions(&compiled, "wide");
    for wanted in [
        Instruction::Load {
            slot: 2,
            kind: Kind::Long,
        },
        Instruction::Convert {
            from: Kind::Int,
            to: Primitive::Long,
        },
        Instruction::Binary(Arithmetic::Mul, Kind::Long),
        Instruction::Increment { slot: 1, by: 1000 },
        Instruction::Convert {
            from: Kind::Int,
            to: Primitive::Byte,
        },
        Instruction::Binary(Arithmetic::Rem, Kind::Int),
        Instruction::Return(Some(Kind::Int)),
    ] {
        assert!(wide.contains(&wanted), "{wanted:?} in {wide:?}");
    }
    let jump = |it: &&Instruction| {
        matches!(
            it,
            Instruction::If {
                relation: Relation::Ge,
                with_zero: true,
                ..
            }
        )
    };
    assert_eq!(wide.iter().filter(jump).count(), 1);
    let touch = instructions(&compiled, "touch");
    for wanted in [
        Instruction::ArrayLoad(Primitive::Int),
        Instruction::ArrayStore(Primitive::Int),
        Instruction::CheckCast("java.lang.String".into()),
        Instruction::InstanceOf("[Ljava.lang.String;".replace('.', "/").as_str().into()),
        Instruction::NewArray {
            descriptor: "[[J".into(),
            dimensions: 2,
        },
        Instruction::Const(Constant::Int(2)),
    ] {
        assert!(touch.contains(&wanted), "{wanted:?} in {touch:?}");
    }
    assert_eq!(code(&compiled, "none"), None);
}

#[test]
fn offsets_name_instructions_and_the_ways_out_of_them() {
    let Some(compiled) = Compiled::new(&[("code/Mixed.java", MIXED)]) else {
        return;
    };
    let choose = code(&compiled, "choose").unwrap();
    let position = choose
        .instructions
        .iter()
        .position(|(_, it)| matches!(it, Instruction::Switch { .. }))
        .unwrap();
    let Instruction::Switch { keys, targets, default } = &choose.instructions[position].1 else {
        panic!("a switch")
    };
    assert_eq!(keys, &[1, 3, 1000]);
    assert_eq!(choose.ways(position), [vec![*default], targets.clone()].concat());
    for target in targets {
        let at = choose.position(*target).unwrap();
        assert_eq!(choose.instructions[at].0, *target);
    }
    assert_eq!(choose.position(choose.instructions[1].0 + 1), None);
    assert_eq!(choose.ways(0), [0_u32; 0]);
    // As many as the agent counts.
    let probes = compiled.index().probes("code.Mixed").unwrap();
    let index = compiled.index();
    for (place, method) in index.class("code.Mixed").unwrap().methods.iter().enumerate() {
        let Some(code) = &index.code("code.Mixed")[place] else {
            continue;
        };
        let counted = probes.methods.iter().find(|it| it.name == method.name).unwrap();
        let branches = counted.probes.iter().filter(|probe| probe.branch.is_some()).count();
        let ways: usize = (0..code.instructions.len()).map(|at| code.ways(at).len()).sum();
        assert_eq!(ways, branches, "{}", method.name);
        for (at, (offset, _)) in code.instructions.iter().enumerate() {
            let numbers: Vec<u32> = (0..).map_while(|out| counted.way(*offset, out)).collect();
            assert_eq!(numbers.len(), code.ways(at).len(), "{}", method.name);
        }
    }
    let handlers = code(&compiled, "touch").unwrap().handlers;
    assert_eq!(handlers[0].class.as_deref(), Some("java.lang.ArithmeticException"));
}

#[test]
fn call_sites_say_what_they_are_for() {
    let Some(compiled) = Compiled::new(&[("code/Mixed.java", MIXED)]) else {
        return;
    };
    let purpose = |name: &str| {
        let found = instructions(&compiled, name).into_iter().find_map(|it| match it {
            Instruction::InvokeDynamic(site) => Some(site),
            _ => None,
        });
        found.unwrap()
    };
    let later = purpose("later");
    assert_eq!(
        (&*later.name, &*later.descriptor),
        ("run", "(Lcode/Mixed;I)Ljava/lang/Runnable;")
    );
    assert!(matches!(&later.purpose, Purpose::Lambda(target) if target.name.starts_with("lambda$later")));
    let Purpose::Concat { recipe, .. } = &purpose("join").purpose else {
        panic!("a concatenation")
    };
    assert_eq!(String::from_utf16_lossy(recipe), "at \u{1}");
}
