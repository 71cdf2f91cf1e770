/** Puts pages, REST and live events together to one server. Only the command line knows it. */
@NullMarked
package dev.escarole.web.server;

import org.jspecify.annotations.NullMarked;
