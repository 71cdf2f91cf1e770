/**
 * Who may do what over the network: tokens and their roles, sessions, and what a request must be
 * like before any page or answer is made for it. Knows nothing of pages and of what is behind them.
 */
@NullMarked
package dev.escarole.web.access;

import org.jspecify.annotations.NullMarked;
