//! Folders and archives from an attacker: each run ends within a second, writes only into its folder, and
//! names each refused file.

use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::scene::{ISHI, Ran, SGF, Scene};

const CONVERT: [&str; 4] = ["convert", "in", "-d", "out"];

/// How long a run may take that does not wait for anything.
const SOON: Duration = Duration::from_secs(1);

fn scene() -> Scene {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes()), ("victim", b"mine\n")]);
    fs::create_dir_all(scene.path("out")).expect("a folder");
    scene
}

fn pipe(scene: &Scene, name: &str) {
    let made = Command::new("mkfifo").arg(scene.path(name)).status();
    assert!(made.expect("mkfifo").success());
}

impl Scene {
    /// Runs, and fails where the program hangs.
    #[track_caller]
    pub fn run_soon(&self, arguments: &[&str]) -> Ran {
        let start = Instant::now();
        let mut command = self.command(arguments);
        command.stdout(std::process::Stdio::piped());
        command.stderr(std::process::Stdio::piped());
        let mut child = command.spawn().expect("the program");
        // Other tests may take the processor for a while.
        while child.try_wait().expect("a status").is_none() {
            if start.elapsed() > 20 * SOON {
                child.kill().expect("the program");
                panic!("{arguments:?} does not end");
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        Ran::new(&child.wait_with_output().expect("its output"))
    }

    fn manifest(&self, lines: &str) {
        self.write("out/.ishi-manifest", format!("\n{lines}\n").as_bytes());
    }
}

#[test]
fn a_manifest_that_is_no_file_is_not_opened() {
    let scene = scene();
    let at = scene.path("out/.ishi-manifest");
    let links: [&dyn Fn(); 4] = [
        &|| pipe(&scene, "out/.ishi-manifest"),
        &|| symlink("../victim", &at).expect("a link"),
        &|| symlink("/dev/zero", &at).expect("a link"),
        &|| symlink("../new", &at).expect("a link"),
    ];
    for (number, link) in links.iter().enumerate() {
        link();
        let what = ["a device or a pipe", "a link", "a link", "a link"][number];
        for command in [&CONVERT[..], &["verify", "out"]] {
            let ran = scene.run_soon(command);
            ran.ends_with(2)
                .says(&format!("the manifest in out cannot be read: it is {what}"));
        }
        fs::remove_file(&at).expect("a link");
    }
    assert_eq!(fs::read(scene.path("victim")).unwrap(), b"mine\n");
    assert!(!scene.path("new").exists());
}

#[test]
fn a_file_that_is_no_manifest_is_not_appended_to() {
    let scene = scene();
    fs::hard_link(scene.path("victim"), scene.path("out/.ishi-manifest")).expect("a name");
    for command in [&CONVERT[..], &["verify", "out"]] {
        let ran = scene.run_soon(command);
        ran.ends_with(2)
            .says("the manifest in out cannot be read: it is not a manifest of ishi");
    }
    assert_eq!(fs::read(scene.path("victim")).unwrap(), b"mine\n");
}

#[test]
fn a_manifest_names_only_results_below_its_folder() {
    let scene = scene();
    let hash = "0".repeat(64);
    for path in ["../victim", "/dev/zero", "in/../../victim", "%2E%2E/victim"] {
        scene.manifest(&format!(
            r#"{{"placing":[["../in/a.go","{path}","{hash}"]]}}"#
        ));
        let ran = scene.run_soon(&CONVERT);
        ran.ends_with(0);
        assert!(!ran.stderr.contains("left over"), "{}", ran.stderr);
        let ran = scene.run_soon(&["verify", "out"]);
        ran.ends_with(0).says("1 proven");
        assert!(!ran.stderr.contains("victim"), "{}", ran.stderr);
    }
    assert_eq!(fs::read(scene.path("victim")).unwrap(), b"mine\n");
}

#[test]
fn results_that_are_pipes_or_devices_are_not_read() {
    let scene = scene();
    scene.run(&CONVERT).ends_with(0);
    let result = scene.path("out/in/a.sgf");
    let links: [&dyn Fn(); 3] = [
        &|| pipe(&scene, "out/in/a.sgf"),
        &|| symlink("/dev/zero", &result).expect("a link"),
        &|| symlink("../../victim", &result).expect("a link"),
    ];
    for link in links {
        fs::remove_file(&result).expect("a result");
        link();
        let ran = scene.run_soon(&["verify", "out"]);
        ran.ends_with(1).says("out/in/a.sgf: missing");
        let ran = scene.run_soon(&CONVERT);
        ran.ends_with(1).says("out/in/a.sgf was changed after");
        // The name of another result leads there too.
        scene.write("in/a.sgf", SGF.as_bytes());
        scene.run_soon(&CONVERT).ends_with(1);
    }
    assert_eq!(fs::read(scene.path("victim")).unwrap(), b"mine\n");
}

#[test]
fn results_are_not_written_through_links() {
    let scene = Scene::new(&[("src/a/x.go", ISHI.as_bytes()), ("elsewhere/mine", b"mine")]);
    fs::create_dir_all(scene.path("out")).expect("a folder");
    symlink("../elsewhere", scene.path("out/src")).expect("a link");
    for force in [&[][..], &["--force"]] {
        let ran = scene.run_soon(&[&["convert", "src", "-d", "out"], force].concat());
        ran.ends_with(1)
            .says("out/src is a link, and results are not written through links");
    }
    assert_eq!(scene.names("elsewhere"), ["mine"]);
    // The folder that was named may be a link.
    symlink("elsewhere", scene.path("named")).expect("a link");
    let ran = scene.run_soon(&["convert", "src", "-d", "named"]);
    ran.ends_with(0);
    assert_eq!(scene.names("elsewhere"), ["mine", "src/a/x.sgf"]);
}

#[test]
fn a_result_that_is_reached_through_a_planted_link_is_not_there() {
    let scene = scene();
    scene.run(&CONVERT).ends_with(0);
    fs::rename(scene.path("out/in"), scene.path("moved")).expect("a folder");
    symlink("../moved", scene.path("out/in")).expect("a link");
    scene
        .run_soon(&["verify", "out"])
        .ends_with(1)
        .says("out/in/a.sgf: missing");
    scene
        .run_soon(&CONVERT)
        .ends_with(1)
        .says("out/in is a link");
}

#[test]
fn a_source_with_two_names_is_replaced_in_place() {
    let scene = Scene::new(&[("g.sgf", b"(;B[aa])")]);
    fs::hard_link(scene.path("g.sgf"), scene.path("g.sgf.orig")).expect("a name");
    let ran = scene.run_soon(&["convert", "--in-place", "g.sgf"]);
    ran.ends_with(0);
    assert!(!ran.stderr.contains("orig"), "{}", ran.stderr);
    let read = |name: &str| fs::read_to_string(scene.path(name)).unwrap();
    assert_eq!(read("g.sgf.orig"), "(;B[aa])");
    assert!(read("g.sgf").contains("FF[4]"));
}

#[test]
fn pipes_beside_sources_do_not_stop_a_run() {
    let scene = Scene::new(&[("in/a.sgf", b"(;B[aa])")]);
    pipe(&scene, "in/a.sgf.orig");
    let ran = scene.run_soon(&["convert", "--in-place", "in"]);
    ran.ends_with(0);
    assert_eq!(
        fs::read(scene.path("in/a.sgf.orig-2")).unwrap(),
        b"(;B[aa])"
    );
    pipe(&scene, "in/.ishi-aaaaaa.tmp");
    scene
        .run_soon(&["convert", "--in-place", "in"])
        .ends_with(0);
    scene.run_soon(&["verify", "in"]).ends_with(0);
}

#[test]
fn pipes_with_the_names_of_our_files_do_not_stop_a_run() {
    let scene = scene();
    fs::create_dir_all(scene.path("out/.ishi-aaaaaa.tmp")).expect("a folder");
    pipe(&scene, "out/.ishi-aaaaaa.tmp/lock");
    pipe(&scene, "out/.ishi-bbbbbb.tmp");
    pipe(&scene, ".ishi-cccccc.tmp");
    pipe(&scene, "r.json");
    let report = [&CONVERT[..], &["--report", "r.json"]].concat();
    scene.run_soon(&report).ends_with(0);
    assert!(!scene.path("out/.ishi-aaaaaa.tmp").exists());
    assert!(scene.path("r.json").is_file());
}

#[test]
fn a_line_that_was_cut_off_does_not_move_the_next_ones() {
    let scene = scene();
    scene.run(&CONVERT).ends_with(0);
    let manifest = fs::File::options()
        .append(true)
        .open(scene.path("out/.ishi-manifest"));
    let torn = format!(r#"{{"placing":[["{}"#, "x".repeat(5000));
    manifest.unwrap().write_all(torn.as_bytes()).unwrap();
    scene.write("in/b.go", ISHI.replace("Anna", "Berta").as_bytes());
    scene.run_soon(&CONVERT).ends_with(0).says("1 converted");
    scene.run_soon(&CONVERT).ends_with(0).says("2 skipped");
    scene.run_soon(&["verify", "out"]).says("2 proven");
}
