/**
 * The plan: a recipe's template, fully expanded and made concrete for given values.
 *
 * <p>Compilation is a list of small passes (expand with inheritance and decisions, resolve, link)
 * with checkers after the last one. The result is immutable, numbered in depth-first order and
 * printable. Nothing in here knows threads, databases or WebAssembly.
 */
@NullMarked
package dev.escarole.engine.plan;

import org.jspecify.annotations.NullMarked;
