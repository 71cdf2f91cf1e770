/**
 * What AI agents see of Escarole: one MCP tool, {@code cli}, that takes lines and explains itself.
 * {@code web/MCP.md} is its contract.
 */
@NullMarked
package dev.escarole.web.agent;

import org.jspecify.annotations.NullMarked;
