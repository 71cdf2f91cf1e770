/**
 * Programs from C: clang and wasm-ld of the catalogue's row {@code llvm} run in the sandbox, as
 * leaves of a recipe.
 */
@NullMarked
package dev.escarole.engine.build.c;

import org.jspecify.annotations.NullMarked;
