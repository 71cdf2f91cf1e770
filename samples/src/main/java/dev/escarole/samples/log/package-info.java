/** Writes the access log that the sample {@code access-log} reads; the same one every time. */
@NullMarked
package dev.escarole.samples.log;

import org.jspecify.annotations.NullMarked;
