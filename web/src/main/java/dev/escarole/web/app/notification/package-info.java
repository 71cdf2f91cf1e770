/** Notifications: what is asked about them, and the replies. */
@NullMarked
package dev.escarole.web.app.notification;

import org.jspecify.annotations.NullMarked;
