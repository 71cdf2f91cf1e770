/** Reads stored outputs and files of runs, in parts that fit into a reply. */
@NullMarked
package dev.escarole.web.app.local.output;

import org.jspecify.annotations.NullMarked;
