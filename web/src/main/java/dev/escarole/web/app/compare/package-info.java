/** Requests and replies about a run among others. */
@NullMarked
package dev.escarole.web.app.compare;

import org.jspecify.annotations.NullMarked;
