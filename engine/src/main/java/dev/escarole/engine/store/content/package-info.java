/** Stores inputs and outputs once each, by SHA-256, and deletes unreferenced ones. */
@NullMarked
package dev.escarole.engine.store.content;

import org.jspecify.annotations.NullMarked;
