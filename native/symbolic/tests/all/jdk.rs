//! Code of the JDK that is executed as it is, and texts in which a character is a variable.

use palus_symbolic::{Arguments, Exploration, Solver};

use crate::support::Compiled;

const TEXTS: &str = r#"
    import java.util.*;
    public class Texts {
        private int found;
        public int word(char a, char b) {
            StringBuilder text = new StringBuilder("<");
            text.append(a).append(b).append('>');
            return text.toString().equals("<ok>") ? 1 : 2;
        }
        public int digit(char c) { return Character.isDigit(c) && c > '7' ? 1 : Character.isWhitespace(c) ? 2 : 3; }
        public int chars(int x) {
            char[] all = "hello".toCharArray();
            Arrays.sort(all);
            return x == all[0] ? new String(all, 1, 3).equals("hll") ? 1 : 2 : 3;
        }
        public int lists(int x) {
            List<Integer> list = Collections.unmodifiableList(Arrays.asList(3, 1, 2));
            return list.get(0) + 5 == x ? 1 : 2;
        }
        public int insert(int x) {
            StringBuilder text = new StringBuilder("b");
            text.insert(0, "a").append(new char[] {'c', 'd'}, 1, 1).reverse().setLength(2);
            return x == text.length() + text.charAt(0) ? 1 : 2;
        }
    }"#;

/// Why paths of a method stay open, and how many branches of it are taken.
fn explored(compiled: &Compiled, method: &str) -> (usize, usize) {
    let mut plan = compiled.plan("demo.Texts", Arguments::Symbolic);
    plan.callables
        .retain(|callable| [method, "<init>"].contains(&&*callable.name));
    let mut exploration = Exploration::new(compiled.index(), Solver::default(), plan);
    exploration.advance();
    (exploration.open().len(), exploration.row().branches)
}

#[test]
fn texts_and_collections_are_followed_into_the_jdk() {
    let Some(compiled) = Compiled::text("Texts", TEXTS) else {
        return;
    };
    assert_eq!(explored(&compiled, "chars"), (0, 3));
    assert_eq!(explored(&compiled, "lists"), (0, 2));
    assert_eq!(explored(&compiled, "insert"), (0, 2));
}

#[test]
fn characters_of_a_text_may_be_variables() {
    let Some(compiled) = Compiled::text("Texts", TEXTS) else {
        return;
    };
    assert_eq!(explored(&compiled, "word").1, 2);
    assert_eq!(explored(&compiled, "digit").1, 6);
}
