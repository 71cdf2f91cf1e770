/** The pages of one run: its lanes, its graph, its steps and its joins. */
@NullMarked
package dev.escarole.web.page.run;

import org.jspecify.annotations.NullMarked;
