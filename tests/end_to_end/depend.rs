//! `palus depend` on a small program.

use crate::support::{Work, jdks};

#[test]
fn depend_names_the_fields_behind_the_ranking() {
    for jdk in jdks() {
        let work = Work::on_subject("accesses", jdk);
        let line = "depend --classpath classes --class demo.Database --method executeQuery";
        let text = work.palus(line).exits(0).stdout();
        // By hand: the connection is 2 of 3 accesses and known to 4 of 7 methods, the constructor counted: 2/3 ln(7/4); the timeout is
        // 1 of 3 and known to 3 of 7.
        let expected = "\
7 methods of 1 classes

demo.Database.executeQuery(java.lang.String)
   0.3731  demo.Database.close()  [Database.connection 0.3731 written]
   0.3731  demo.Database.open(java.lang.String)  [Database.connection 0.3731 written]
   0.3731  demo.Database.isOpen()  [Database.connection 0.3731 read]
   0.2824  demo.Database.setTimeout(int)  [Database.timeout 0.2824 written]
   0.2824  demo.Database.getTimeout()  [Database.timeout 0.2824 read]
";
        assert_eq!(text, expected, "JDK {}", jdk.feature);

        let json = work.palus(&format!("{line} --format json")).exits(0).stdout();
        let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
        assert_eq!(json["methods"][0]["depends_on"][0]["name"], "close");
        assert_eq!(json["methods"][0]["depends_on"][0]["fields"][0]["written"], true);
        assert_eq!(json["methods"][0]["overlap"][0]["shared_fields"], 1);
    }
}

#[test]
fn depend_says_what_is_missing() {
    let work = Work::on_subject("accesses", &jdks()[0]);
    work.palus("depend --classpath classes --class demo.Missing")
        .exits(1)
        .complains("there is no class demo.Missing");
    work.palus("depend --classpath classes --class demo.Database --method missing")
        .exits(1)
        .complains("has no method missing");
    work.palus("depend --classpath nowhere").exits(1).complains("nowhere");
    work.palus("depend --classpath classes --class java.util.BitSet --method get")
        .exits(0);
}
