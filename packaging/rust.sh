# For scripts that build for another machine: . packaging/rust.sh; rust_build TRIPLE BUILD_STD ARGUMENT...
#
# Runs `cargo build --target TRIPLE ARGUMENT...`. Where the toolchain has no std for that target, std is built from
# Debian's sources (the crates in BUILD_STD) by Debian's compiler of the same version. What was fetched is kept in
# target/rust. Expects `set -euo pipefail`, and $repository.

rust_fail() { echo "$(basename "$0"): $*" >&2; exit 1; }

# Fetches Debian packages into a new folder and unpacks them there; nothing is installed: debian_unpack FOLDER PACKAGE...
debian_unpack() {
    local folder=$1
    shift
    [ -f "$folder/complete" ] && return
    for tool in apt-get dpkg; do
        command -v "$tool" > /dev/null || rust_fail "without $tool Debian's $1 cannot be fetched"
    done
    rm -rf "$folder"
    mkdir -p "$folder/deb"
    (cd "$folder/deb" && apt-get download -qq "$@") || rust_fail "Debian's packages cannot be fetched: $*"
    for package in "$folder"/deb/*.deb; do
        dpkg -x "$package" "$folder"
    done
    rm -r "$folder/deb"
    touch "$folder/complete"
}

# Makes sure that the package lists have a package.
debian_lists() {
    command -v apt-cache > /dev/null || rust_fail "without apt-cache Debian's $1 cannot be fetched"
    apt-cache show "$1" > /dev/null 2>&1 || apt-get update -qq || rust_fail "the package lists cannot be fetched"
    apt-cache show "$1" > /dev/null 2>&1 || rust_fail "Debian's package $1 is not in the package lists"
}

# Fetches Debian's compiler and the sources of its std, of one version.
debian_rust() {
    debian_lists rustc-web
    local needed lib llvm
    needed() { apt-cache depends "$1" | grep -o "Depends: $2[0-9.]*" | cut -d ' ' -f 2 | head -1; }
    lib=$(needed libstd-rust-web-dev libstd-rust-web-)
    llvm=$(needed "$lib" libllvm)
    [ -n "$lib" ] && [ -n "$llvm" ] || rust_fail "the package lists do not say what Debian's rustc-web needs"
    debian_unpack "$repository/target/rust" rustc-web "$lib" "$llvm" libstd-rust-web-dev rust-web-src
}

rust_build() {
    local triple=$1 build_std=$2 sysroot root lld
    shift 2
    command -v cargo > /dev/null || rust_fail "needs a Rust toolchain: there is no cargo"
    sysroot=$(rustc --print sysroot)
    if [ -d "$sysroot/lib/rustlib/$triple" ]; then
        cargo build --target "$triple" "$@"
        return
    fi
    [ -f "$repository/target/rust/complete" ] || debian_rust
    root=$repository/target/rust/usr
    lld=$(dirname "$(find "$sysroot/lib/rustlib" -name rust-lld -type f | head -1)")
    [ -n "$lld" ] || rust_fail "the toolchain has no rust-lld"
    # The toolchain's own cargo: that of rustup would choose a compiler of its own.
    LD_LIBRARY_PATH=$root/lib/x86_64-linux-gnu RUSTC=$root/bin/rustc RUSTC_BOOTSTRAP=1 PATH=$lld:$PATH \
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=rust-lld \
        "$sysroot/bin/cargo" build -Zbuild-std="$build_std" --target "$triple" "$@"
}

# Sets $mingw to the linker of Windows programs: that of this machine, else Debian's.
debian_mingw() {
    mingw=$(command -v x86_64-w64-mingw32-gcc-win32 || command -v x86_64-w64-mingw32-gcc) && return
    local folder=$repository/target/mingw compiler=gcc-mingw-w64-x86-64-win32
    if [ ! -f "$folder/complete" ]; then
        debian_lists "$compiler"
        debian_unpack "$folder" "$compiler" "$compiler-runtime" binutils-mingw-w64-x86-64 mingw-w64-x86-64-dev \
            mingw-w64-common libgmp10 libisl23 libmpc3 libmpfr6
    fi
    mingw=$folder/usr/bin/x86_64-w64-mingw32-gcc-win32
}
