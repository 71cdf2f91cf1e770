/**
 * The plan: a recipe's template, fully expanded and resolved for given values.
 *
 * <p>Compilation is a list of small passes (expand with inheritance and decisions, resolve, link)
 * with checks after the last one. The result is immutable, numbered in depth-first order and
 * printable. Independent of threads, databases and WebAssembly.
 */
@NullMarked
package dev.escarole.engine.plan;

import org.jspecify.annotations.NullMarked;
