/** Combines pages, REST, live events and metrics into one server, over the application alone. */
@NullMarked
package dev.escarole.web.server;

import org.jspecify.annotations.NullMarked;
