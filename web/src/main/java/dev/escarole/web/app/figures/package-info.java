/** What an engine counts and logs. */
@NullMarked
package dev.escarole.web.app.figures;

import org.jspecify.annotations.NullMarked;
