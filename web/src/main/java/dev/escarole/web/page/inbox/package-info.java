/** The page of the inbox. */
@NullMarked
package dev.escarole.web.page.inbox;

import org.jspecify.annotations.NullMarked;
