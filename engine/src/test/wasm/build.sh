#!/bin/sh
# Compiles the guests that the sandbox's tests run and writes down their hashes. Needs clang and
# lld 14 with wasi-libc and wabt (Debian: clang lld wasi-libc libclang-rt-14-dev-wasm32 wabt).
set -eu
cd "$(dirname "$0")"
out=../resources/dev/escarole/engine/wasm/guests
mkdir -p "$out"
for source in *.c; do
  clang --target=wasm32-wasi -O2 -Wno-unused-result -Wl,--stack-first -Wl,-z,stack-size=65536 -Wl,--strip-all \
    -I../../main/wasm/include \
    -o "$out/${source%.c}.wasm" "$source"
done
for source in *.wat; do
  wat2wasm -o "$out/${source%.wat}.wasm" "$source"
done
cd "$out"
chmod 644 -- *.wasm
sha256sum -- *.wasm > guests.sha256
