/** The application over an engine in this process. */
@NullMarked
package dev.escarole.web.app.local;

import org.jspecify.annotations.NullMarked;
