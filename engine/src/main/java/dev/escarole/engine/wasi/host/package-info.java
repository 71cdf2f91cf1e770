/**
 * Directories of the host as a guest may have them: one name at a time, and never through a
 * symbolic link.
 */
@NullMarked
package dev.escarole.engine.wasi.host;

import org.jspecify.annotations.NullMarked;
