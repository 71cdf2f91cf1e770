/** Compares runs and texts of them. */
@NullMarked
package dev.escarole.web.app.local.compare;

import org.jspecify.annotations.NullMarked;
