/* curl and http: the two command lines. */
#include "curl.h"

static const char curl_help[] =
    "Usage: curl [OPTION]... URL\n"
    "Make an HTTP request and write the body of the response.\n"
    "\n"
    "  -X, --request=METHOD     the method (default GET, or POST with data)\n"
    "  -H, --header='NAME: V'   add a header; may be repeated\n"
    "  -d, --data=DATA          send data, as a form; @FILE reads a file\n"
    "      --data-binary=DATA   the same without removing line breaks of files\n"
    "      --data-raw=DATA      the same without reading files\n"
    "      --data-urlencode=D   the same, percent-encoded\n"
    "      --json=DATA          send JSON, and ask for it\n"
    "  -G, --get                put the data into the query\n"
    "  -I, --head               ask for the head only, and write it\n"
    "  -i, --include            write the head before the body\n"
    "  -L, --location           follow redirects, at most 50\n"
    "      --max-redirs=N       follow at most N of them\n"
    "  -o, --output=FILE        write to FILE\n"
    "  -s, --silent             no messages\n"
    "  -S, --show-error         messages also with -s\n"
    "  -f, --fail               fail with 22 on a status of 400 or more\n"
    "  -u, --user=USER:PASSWORD Basic authentication\n"
    "  -A, --user-agent=NAME    name of the client\n"
    "  -m, --max-time=SECONDS   limit of a request (at most 30)\n"
    "      --retry=N            try again N times after passing errors\n"
    "      --retry-delay=S      seconds between attempts (default 1, 2, 4, ...)\n"
    "      --retry-connrefused  also when there is no connection\n"
    "      --retry-all-errors   also after all other errors\n"
    "      --cache              keep the response; ask next time only if it has changed\n"
    "  -w, --write-out=FORMAT   write this at the end: %{http_code}, %{exitcode},\n"
    "                           %{size_download}, %{url_effective}, %{num_redirects},\n"
    "                           %{content_type}, %{errormsg}, %{method}\n"
    "      --help               show this help and exit\n"
    "\n"
    "The operator's policy and the recipe must both permit the request. A secret\n"
    "of the operator is written ((secret:NAME)), in headers, URL and user.\n"
    "Exit status: 0; 3 malformed URL, 6 unknown host, 7 no connection, 18 cut short,\n"
    "22 status with -f, 23 write error, 26 read error, 28 timeout, 35 not secure,\n"
    "43 malformed request, 47 redirects, 52 no response, 56 broken, 61 bad encoding,\n"
    "63 too large.\n";

static const char http_help[] =
    "Usage: http [--cache] [METHOD] URL [NAME:VALUE]...\n"
    "Make an HTTP request, follow redirects and write the body of the response.\n"
    "\n"
    "METHOD is in upper case; without it, GET. With POST, PUT and PATCH the body\n"
    "is read from standard input. NAME:VALUE adds a header.\n"
    "      --cache              keep the response; ask next time only if it has changed\n"
    "      --help               show this help and exit\n"
    "\n"
    "The operator's policy and the recipe must both permit the request. A secret\n"
    "of the operator is written ((secret:NAME)), in headers and URL.\n"
    "Exit status: as curl -f: 0, 22 for a status of 400 or more, or why there is\n"
    "no response.\n";

static bool is_method(const char *s)
{
    while (is_upper(*s))
        s++;
    return !*s;
}

static bool sends(const char *method)
{
    return !strcmp(method, "POST") || !strcmp(method, "PUT") || !strcmp(method, "PATCH");
}

static int http_main(int argc, char **argv)
{
    static const LongOpt longs[] = {{"cache", 0, 'c'}, {NULL, 0, 0}};
    Request r = {.fail = true, .follow = true, .redirects = 10};
    Opt o;
    opt_start(&o, argc, argv, "", longs);
    for (int c; (c = opt_next(&o)) >= 0;) {
        if (c != 'c')
            opt_invalid(c);
        r.cache = true;
    }
    int i = 0;
    r.method = o.n > 0 && is_method(o.argv[0]) ? o.argv[i++] : "GET";
    if (i == o.n)
        usage_err("no URL given");
    r.url = o.argv[i++];
    while (i < o.n)
        add_header(&r, o.argv[i++]);
    r.head = !strcmp(r.method, "HEAD");
    if (sends(r.method) && !(r.data.p = in_slurp("-", &r.data.n)))
        quit(26);
    return transfer(&r);
}

static int curl_main(int argc, char **argv)
{
    Request r = {.redirects = 50};
    read_options(&r, argc, argv);
    return transfer(&r);
}

int app_main(int argc, char **argv)
{
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    const char *name = slash ? slash + 1 : argc > 0 ? argv[0] : "curl";
    bool http = !strcmp(name, "http");
    usage_status = 2;
    prog = http ? "http" : "curl";
    help_text = http ? http_help : curl_help;
    return out_finish(http ? http_main(argc, argv) : curl_main(argc, argv));
}
