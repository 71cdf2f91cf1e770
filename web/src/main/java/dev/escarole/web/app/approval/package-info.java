/** Questions and answers about steps that wait for people or programs. */
@NullMarked
package dev.escarole.web.app.approval;

import org.jspecify.annotations.NullMarked;
