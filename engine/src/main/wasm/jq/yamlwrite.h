/* yq: values as YAML, without a line end. */
#ifndef ESCAROLE_JQ_YAMLWRITE_H
#define ESCAROLE_JQ_YAMLWRITE_H

#include "jq.h"

void yaml_write(Buf *b, Value v, const Style *style);

#endif
