/** The page of how the server does. */
@NullMarked
package dev.escarole.web.page.system;

import org.jspecify.annotations.NullMarked;
