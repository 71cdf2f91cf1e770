/** Text that commands printed, as pages show it: colours, lines and what is looked for. */
@NullMarked
package dev.escarole.web.page.text;

import org.jspecify.annotations.NullMarked;
