/** Pages that compare runs, and recipes as they were with recipes as they are. */
@NullMarked
package dev.escarole.web.page.compare;

import org.jspecify.annotations.NullMarked;
