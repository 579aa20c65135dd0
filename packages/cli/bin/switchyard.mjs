#!/usr/bin/env node
// The command `switchyard`. An installed package has its bundle in `dist`. A checkout has the sources, which are
// bundled when they have changed, as for every other command of the repository.
import { existsSync } from "node:fs";

const sources = new URL("../src/main.ts", import.meta.url);
if (existsSync(sources)) {
  const { run } = await import(new URL("../../../scripts/run.mjs", import.meta.url).href);
  await run("packages/cli/src/main.ts", process.argv.slice(2));
} else await import("../dist/main.mjs");
