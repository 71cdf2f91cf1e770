#!/bin/sh
# Compiles the guest that the benchmark measures and writes down its hash, and that of its source.
# Needs clang and lld 14 with wasi-libc (Debian: clang lld wasi-libc libclang-rt-14-dev-wasm32).
set -eu
cd "$(dirname "$0")/../resources/dev/escarole/samples/bench"
clang --target=wasm32-wasi -O2 -Wl,--stack-first -Wl,-z,stack-size=65536 -Wl,--strip-all \
  -o guest.wasm guest.c
chmod 644 guest.wasm
sha256sum -- guest.c guest.wasm > guest.sha256
