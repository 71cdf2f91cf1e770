/** Keeps large outputs in a bucket. */
@NullMarked
package dev.escarole.s3;

import org.jspecify.annotations.NullMarked;
