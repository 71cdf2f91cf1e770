/**
 * Command lines without a shell: a line is parsed into pipelines whose every stage is one
 * invocation by the broker. Nothing here starts a process, and no value is ever parsed again.
 */
@NullMarked
package dev.escarole.engine.shell;

import org.jspecify.annotations.NullMarked;
