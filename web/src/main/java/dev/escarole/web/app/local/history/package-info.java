/** What stored runs tell of the past: waits, the runs of a recipe, and its versions. */
@NullMarked
package dev.escarole.web.app.local.history;

import org.jspecify.annotations.NullMarked;
