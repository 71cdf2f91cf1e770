/** The commands about schedules. */
@NullMarked
package dev.escarole.web.cli.schedules;

import org.jspecify.annotations.NullMarked;
