/** The page of the state of the server. */
@NullMarked
package dev.escarole.web.page.system;

import org.jspecify.annotations.NullMarked;
