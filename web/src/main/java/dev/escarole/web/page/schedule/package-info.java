/** The pages of schedules. */
@NullMarked
package dev.escarole.web.page.schedule;

import org.jspecify.annotations.NullMarked;
