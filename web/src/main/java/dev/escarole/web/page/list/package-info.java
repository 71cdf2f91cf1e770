/** The list of runs, and actions on several of them. */
@NullMarked
package dev.escarole.web.page.list;

import org.jspecify.annotations.NullMarked;
