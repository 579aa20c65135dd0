#!/bin/sh
# `sh scripts/node.sh <arguments of node>`: runs Node 24 or newer. Where the installed one is older, Node 24 is fetched
# from npm's registry first (scripts/findNode.mjs). Every npm command begins here.
node=$(node "${0%/*}/findNode.mjs") || exit 1
exec "$node" "$@"
