//! Compiles include/canju.h with the system's C compiler ($CC, else cc): no crate is needed for that. Libzstd is linked.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn run(command: &mut Command) {
    let status = command
        .status()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(status.success(), "{command:?}: {status}");
}

fn main() {
    let out = PathBuf::from(env::var("OUT_DIR").unwrap());
    // Published, the crate has the header beside itself.
    let header = ["canju.h", "../include/canju.h"]
        .iter()
        .find(|path| Path::new(path).exists());
    let header = fs::canonicalize(header.expect("canju.h is missing")).unwrap();
    let (source, object, library) = (
        out.join("canju.c"),
        out.join("canju.o"),
        out.join("libcanju.a"),
    );
    fs::write(
        &source,
        format!(
            "#define CANJU_IMPLEMENTATION\n#include \"{}\"\n",
            header.display()
        ),
    )
    .unwrap();
    let cc = env::var("CC").unwrap_or_else(|_| "cc".into());
    run(Command::new(cc)
        .args(["-O2", "-fPIC", "-c"])
        .arg(&source)
        .arg("-o")
        .arg(&object));
    let _ = fs::remove_file(&library);
    run(Command::new(env::var("AR").unwrap_or_else(|_| "ar".into()))
        .arg("crs")
        .arg(&library)
        .arg(&object));
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=canju");
    println!("cargo:rustc-link-lib=zstd");
    println!("cargo:rerun-if-changed={}", header.display());
}
