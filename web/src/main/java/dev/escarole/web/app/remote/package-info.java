/** The application of an installation that another process holds, asked through its REST interface. */
@NullMarked
package dev.escarole.web.app.remote;

import org.jspecify.annotations.NullMarked;
