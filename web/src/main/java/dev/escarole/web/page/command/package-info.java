/** The pages of the commands: what there is, one of them, and trying it. */
@NullMarked
package dev.escarole.web.page.command;

import org.jspecify.annotations.NullMarked;
