/**
 * The interface for AI agents: one MCP tool, {@code cli}, that executes command lines and documents
 * itself, over standard streams or HTTP. {@code web/MCP.md} is its contract.
 */
@NullMarked
package dev.escarole.web.agent.mcp;

import org.jspecify.annotations.NullMarked;
