/** Numbers and names as pages write them. */
@NullMarked
package dev.escarole.web.page.words;

import org.jspecify.annotations.NullMarked;
