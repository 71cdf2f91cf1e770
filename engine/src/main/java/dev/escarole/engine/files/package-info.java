/**
 * Files of runs: those that launches give to them, those that are kept when they end, and their
 * workspaces, to read. Guests made most of them, and nothing about them is trusted.
 */
@NullMarked
package dev.escarole.engine.files;

import org.jspecify.annotations.NullMarked;
