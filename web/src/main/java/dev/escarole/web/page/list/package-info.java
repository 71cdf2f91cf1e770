/** The list of runs, and what can be done with several of them at once. */
@NullMarked
package dev.escarole.web.page.list;

import org.jspecify.annotations.NullMarked;
