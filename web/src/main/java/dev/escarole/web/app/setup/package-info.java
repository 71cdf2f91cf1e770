/** How an engine is opened for this process: where it keeps its runs, and why it cannot. */
@NullMarked
package dev.escarole.web.app.setup;

import org.jspecify.annotations.NullMarked;
