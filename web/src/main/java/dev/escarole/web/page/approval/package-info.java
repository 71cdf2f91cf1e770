/** The page of steps that wait for people or programs. */
@NullMarked
package dev.escarole.web.page.approval;

import org.jspecify.annotations.NullMarked;
