/** The inbox: what is asked about it, and the replies. */
@NullMarked
package dev.escarole.web.app.inbox;

import org.jspecify.annotations.NullMarked;
