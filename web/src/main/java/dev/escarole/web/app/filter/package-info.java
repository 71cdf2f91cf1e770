/** Requests and replies about filters of the list of runs that have a name. */
@NullMarked
package dev.escarole.web.app.filter;

import org.jspecify.annotations.NullMarked;
