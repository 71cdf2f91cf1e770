/** Commands that serve others: {@code serve}, {@code mcp} and {@code token}. */
@NullMarked
package dev.escarole.web.cli.serve;

import org.jspecify.annotations.NullMarked;
