/** The pages of commands: the list, the catalogue, and one command with a form that calls it. */
@NullMarked
package dev.escarole.web.page.command;

import org.jspecify.annotations.NullMarked;
