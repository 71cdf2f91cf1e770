/** The page of notifications. */
@NullMarked
package dev.escarole.web.page.notification;

import org.jspecify.annotations.NullMarked;
