/** Requests and replies about why steps failed. */
@NullMarked
package dev.escarole.web.app.cause;

import org.jspecify.annotations.NullMarked;
