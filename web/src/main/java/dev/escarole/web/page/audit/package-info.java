/** The pages of what was called and done. */
@NullMarked
package dev.escarole.web.page.audit;

import org.jspecify.annotations.NullMarked;
