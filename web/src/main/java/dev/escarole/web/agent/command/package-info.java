/** What agents can do with Escarole, as commands of the agent command line. */
@NullMarked
package dev.escarole.web.agent.command;

import org.jspecify.annotations.NullMarked;
