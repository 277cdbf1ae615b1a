//! Where the limits of the reader of commands begin: the last input within, the first beyond.

use callgate_engine::shell::CommandReader;

/// The programs of an argv; `?` where one could not be identified.
fn programs(argv: &[&str]) -> Vec<String> {
    let mut reader = CommandReader::default();
    let (program, tail) = argv.split_first().unwrap_or((&"", &[]));
    reader
        .argv(program, tail, true)
        .iter()
        .map(|command| command.program.unwrap_or("?").to_owned())
        .collect()
}

#[test]
fn an_argv_is_taken_apart_up_to_sixteen_mebibytes() {
    // `git` and a hundred empty arguments, one more byte for each, and a long one.
    let room = (1 << 24) - 4 - 100 - 1;
    let long = "x".repeat(room + 1);
    let read = |length: usize| {
        let mut argv = vec!["nice", "git", long.get(..length).unwrap_or_default()];
        argv.resize(103, "");
        programs(&argv)
    };
    assert_eq!(read(room - 1), ["nice", "git"]);
    assert_eq!(read(room), ["nice", "git"]);
    assert_eq!(read(room + 1), ["?"]);
    // A program that nothing can be behind has no limit.
    assert_eq!(programs(&["git", &long]), ["git"]);
}

#[test]
fn wrappers_are_seen_through_up_to_the_limit() {
    let read = |wrappers: usize| {
        let mut argv = vec!["nice"; wrappers];
        argv.push("git");
        programs(&argv).pop()
    };
    assert_eq!(read(62).as_deref(), Some("git"));
    assert_eq!(read(63).as_deref(), Some("git"));
    assert_eq!(read(64).as_deref(), Some("?"));
    assert_eq!(read(65).as_deref(), Some("?"));
}

/// What bash and dash read alike is listed once, however much comes before it.
#[test]
fn two_readings_far_behind_are_one_where_they_are_alike() {
    let before = 5000;
    let text = format!("{}sh -c '[[ x ]]; git; rm'", "ls; ".repeat(before));
    let found = programs(&["bash", "-c", &text]);
    assert_eq!(
        found.get(before + 1..).unwrap_or_default(),
        ["sh", "[[", "git", "rm"]
    );
}
