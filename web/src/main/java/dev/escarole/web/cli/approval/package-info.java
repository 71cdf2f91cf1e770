/** The commands about steps that wait for people or programs. */
@NullMarked
package dev.escarole.web.cli.approval;

import org.jspecify.annotations.NullMarked;
