/** The pages of the audit. */
@NullMarked
package dev.escarole.web.page.audit;

import org.jspecify.annotations.NullMarked;
