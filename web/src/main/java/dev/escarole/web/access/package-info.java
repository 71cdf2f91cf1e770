/**
 * Authentication and authorization over the network: tokens, roles, sessions, and the checks that
 * every request passes first.
 */
@NullMarked
package dev.escarole.web.access;

import org.jspecify.annotations.NullMarked;
