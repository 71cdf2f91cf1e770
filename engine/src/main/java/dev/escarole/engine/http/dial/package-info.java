/** Connections to addresses that an operator permits, for requests of guests and notifications. */
@NullMarked
package dev.escarole.engine.http.dial;

import org.jspecify.annotations.NullMarked;
