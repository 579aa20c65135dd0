// `npm run costs` prints what single operations cost on Convex, and what a month costs, measured on the embedded
// engine. With `--write` it writes docs/costs.md.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { startMeter } from "./costs/meter";
import { measureAll } from "./costs/operations";
import { costsPage } from "./costs/page";
import { asksForHelp } from "./help";
import { rootDirectory } from "./settings";

const usage = `Usage: npm run costs -- [--write]
Prints the calls, documents and bytes of single operations and the month's bill on Convex, measured on the embedded
engine. --write writes them into docs/costs.md.`;

async function main(): Promise<void> {
  if (asksForHelp(process.argv.slice(2))) return console.log(usage);
  const meter = await startMeter();
  try {
    const page = costsPage(await measureAll(meter));
    if (process.argv.includes("--write")) writeFileSync(path.join(rootDirectory, "docs/costs.md"), page);
    else console.log(page);
  } finally {
    await meter.stop();
  }
}

await main();
