/**
 * Commands from JavaScript and TypeScript: QuickJS, frozen with a program that it has compiled.
 * TypeScript and packages are made one file by esbuild before.
 */
@NullMarked
package dev.escarole.engine.build.js;

import org.jspecify.annotations.NullMarked;
