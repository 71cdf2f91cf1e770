/** The agent command line as the one tool of an MCP server, over standard streams or HTTP. */
@NullMarked
package dev.escarole.web.agent.mcp;

import org.jspecify.annotations.NullMarked;
