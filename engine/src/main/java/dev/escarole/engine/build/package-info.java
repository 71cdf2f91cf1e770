/**
 * Commands from source: each language has a lane, whose compiler is itself a program of the
 * sandbox. The lane gets sources and returns one WebAssembly module; what registers it, proves its
 * provenance and promotes it is the same for all languages.
 */
@NullMarked
package dev.escarole.engine.build;

import org.jspecify.annotations.NullMarked;
