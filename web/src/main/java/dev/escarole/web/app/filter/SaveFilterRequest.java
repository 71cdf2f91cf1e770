package dev.escarole.web.app.filter;

import dev.escarole.web.app.Param;

/** Gives a filter of the list of runs a name. */
public record SaveFilterRequest(
    @Param(value = "At most 60 printable characters.", required = true) String name,
    @Param(
            value =
                "As in the address of the page 'Runs', such as 'status=failed&age=day'; at most"
                    + " 2,000 characters.",
            required = true)
        String query) {}
