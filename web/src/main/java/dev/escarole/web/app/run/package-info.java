/** Requests and replies about runs. */
@NullMarked
package dev.escarole.web.app.run;

import org.jspecify.annotations.NullMarked;
