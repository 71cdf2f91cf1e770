/** Requests and replies of the verbs about schedules. */
@NullMarked
package dev.escarole.web.app.schedule;

import org.jspecify.annotations.NullMarked;
