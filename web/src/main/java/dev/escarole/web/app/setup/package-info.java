/** Opening an engine in this process, and what its users do: settings, failures, the record. */
@NullMarked
package dev.escarole.web.app.setup;

import org.jspecify.annotations.NullMarked;
