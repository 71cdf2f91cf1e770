/**
 * Command lines without a shell: a line is parsed into pipelines, each stage of which is an
 * invocation by the broker. Starts no processes, and never parses values.
 */
@NullMarked
package dev.escarole.engine.shell;

import org.jspecify.annotations.NullMarked;
