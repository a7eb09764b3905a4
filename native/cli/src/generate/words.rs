//! The command line that gives the same again: for the report, and for `palus merge`.

use clap::ValueEnum;

use crate::args::{Doubles, GenerateArgs, JUnitVersion, Seeds, StopAt, Strategy, Switch, Unguided, Verification};

/// The options that decide what a run gives, in canonical order. Left out are those with their default, those that say where the result
/// goes, what is shown of it and what the exit code is, and `--shard`.
pub(crate) fn words(args: &GenerateArgs) -> Vec<String> {
    let GenerateArgs {
        classpath,
        classes,
        class_list,
        model,
        sources,
        out: _,
        strategy,
        guidance,
        feedback,
        state_feedback,
        stop,
        inputs,
        without,
        doubles,
        guided_share,
        root_share,
        unguided,
        longest,
        ktail,
        seen_accesses,
        contracts,
        seed,
        time,
        sequences,
        solve,
        jobs,
        shard: _,
        junit,
        release,
        javac_arg,
        own_tests,
        seeds,
        test_classpath,
        theories,
        values,
        verify,
        search_only,
        resume: _,
        since,
        fail_on_error: _,
        min_branch_coverage: _,
        no_sandbox,
        pass_env,
        quiet: _,
        json: _,
    } = args;
    let mut words = Words::default();
    words.put_all("--classpath", classpath);
    words.put_all("--classes", classes);
    words.put_all("--class-list", class_list.iter().map(|file| file.display()));
    words.put_all("--model", model.iter().map(|file| file.display()));
    words.put_all("--sources", sources);
    words.put_unless(*strategy == Strategy::Palus, "--strategy", &value_name(strategy));
    words.put_unless(*guidance == Switch::On, "--guidance", &value_name(guidance));
    words.put_unless(*feedback == Switch::On, "--feedback", &value_name(feedback));
    words.put_unless(
        *state_feedback == Switch::Off,
        "--state-feedback",
        &value_name(state_feedback),
    );
    words.put_unless(*stop == StopAt::Budget, "--stop", &value_name(stop));
    words.put_all("--inputs", inputs.as_ref().map(value_name));
    let without: Vec<String> = without.iter().map(value_name).collect();
    words.put_unless(without.is_empty(), "--without", &without.join(","));
    words.put_unless(*doubles == Doubles::Auto, "--doubles", &value_name(doubles));
    words.put_all("--guided-share", guided_share);
    words.put_unless(is(*root_share, 0.3), "--root-share", root_share);
    words.put_unless(*unguided == Unguided::Uncovered, "--unguided", &value_name(unguided));
    words.put_unless(*longest == 16, "--longest", longest);
    words.put_all("--ktail", ktail);
    words.put_switch(*seen_accesses, "--seen-accesses");
    words.put_unless(contracts == &["all"], "--contracts", &contracts.join(","));
    words.put("--seed", seed);
    words.put_all("--sequences", sequences);
    words.put_all("--time", time.map(|time| format!("{}ms", time.as_millis())));
    words.put_unless(solve.is_zero(), "--solve", &format!("{}ms", solve.as_millis()));
    // With a count of sequences any number of processes gives the same.
    words.put_all("--jobs", jobs.filter(|_| sequences.is_none()));
    words.put_unless(*junit == JUnitVersion::Five, "--junit", &value_name(junit));
    words.put_all("--release", release);
    words
        .0
        .extend(javac_arg.iter().map(|argument| format!("--javac-arg={argument}")));
    words.put_all("--own-tests", own_tests);
    words.put_unless(*seeds == Seeds::Own, "--seeds", &value_name(seeds));
    words.put_all("--test-classpath", test_classpath);
    words.put_all("--theories", theories);
    words.put_all("--values", values);
    words.put_unless(*verify == Verification::Quick, "--verify", &value_name(verify));
    words.put_switch(*search_only, "--search-only");
    words.put_all("--since", since);
    words.put_switch(*no_sandbox, "--no-sandbox");
    words.put_all("--pass-env", pass_env);
    words.0
}

/// What was typed, with these words, so that a shell takes it again.
pub(super) fn command(args: &GenerateArgs) -> String {
    let mut all = vec!["palus".to_owned(), "generate".to_owned()];
    all.extend(words(args));
    all.extend(["--out".to_owned(), args.out.display().to_string()]);
    if let Some(shard) = args.shard {
        all.extend(["--shard".to_owned(), shard.to_string()]);
    }
    // No argument of a process holds a NUL, the only character that no shell takes.
    shlex::try_join(all.iter().map(String::as_str)).unwrap_or_else(|_| all.join(" "))
}

/// A value as it is typed.
pub(super) fn value_name(value: &impl ValueEnum) -> String {
    value
        .to_possible_value()
        .map(|value| value.get_name().to_owned())
        .unwrap_or_default()
}

fn is(share: f64, default: f64) -> bool {
    (share - default).abs() < f64::EPSILON
}

#[derive(Default)]
struct Words(Vec<String>);

impl Words {
    fn put(&mut self, option: &str, value: &(impl ToString + ?Sized)) {
        self.0.extend([option.to_owned(), value.to_string()]);
    }

    fn put_all(&mut self, option: &str, values: impl IntoIterator<Item = impl ToString>) {
        for value in values {
            self.put(option, &value);
        }
    }

    fn put_unless(&mut self, is_default: bool, option: &str, value: &(impl ToString + ?Sized)) {
        if !is_default {
            self.put(option, value);
        }
    }

    fn put_switch(&mut self, is_on: bool, option: &str) {
        if is_on {
            self.0.push(option.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::args::{Cli, Command};

    fn parse(words: &[String]) -> GenerateArgs {
        let head = ["palus", "generate", "--out", "out"].map(str::to_owned);
        match Cli::try_parse_from(head.iter().chain(words)).unwrap().command {
            Command::Generate(args) => *args,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn nothing_that_decides_the_result_is_forgotten() {
        let line = "--classpath a.jar:b --classes a.* --classes a.b.C --class-list c.txt --model m.palus --model n.palus \
                    --sources src --strategy recgen --guidance off --feedback off --state-feedback on --stop fields --without model,inputs --guided-share 0.25 --unguided all \
                    --root-share 0.5 --longest 40 --ktail 3 --seen-accesses --contracts paper,never-ends --seed 7 --time 5s --solve 3s --jobs 3 --junit 4 \
                    --theories a.T* --values a.V --verify full --since HEAD~1 --no-sandbox \
                    --pass-env TZ --pass-env LANG --release 17 --javac-arg=-Werror --own-tests t:u.jar --test-classpath v.jar --doubles plain";
        let typed: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let args = parse(&typed);
        let again = parse(&words(&args));
        assert_eq!(format!("{again:?}"), format!("{args:?}"));
    }

    #[test]
    fn a_command_can_be_pasted_into_a_shell() {
        let args = parse(
            &[
                "--classpath",
                "my app.jar",
                "--classes",
                "a.*",
                "--sequences",
                "9",
                "--jobs",
                "5",
            ]
            .map(str::to_owned),
        );
        assert_eq!(
            command(&args),
            "palus generate --classpath 'my app.jar' --classes 'a.*' --seed 1 --sequences 9 --out out"
        );
    }
}
