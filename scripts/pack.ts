// `npm run pack`: the packages that people install, as the files that npm would publish.
import path from "node:path";
import { asksForHelp, readFlags } from "./help";
import { pack, packageNames } from "./packing";
import { rootDirectory } from "./settings";

const usage = `Usage: npm run pack -- [options]

Builds the TypeScript client, the command line and the runner, and packs each into a file that npm installs and could
publish. Prints the files with their versions and sizes. Nothing is published.

  --to FOLDER   where the files go; .build/packages unless given`;

function main(args: string[]): void {
  if (asksForHelp(args)) return console.log(usage);
  const flags = readFlags(
    args,
    { to: { type: "string", default: path.join(rootDirectory, ".build/packages") } },
    usage,
  );
  if (flags === null) {
    process.exitCode = 2;
    return;
  }
  const packed = packageNames.map((name) => pack(name, flags.to));
  for (const { name, version, file, bytes } of packed) {
    console.log(`${path.relative(process.cwd(), file)}  ${name} ${version}, ${Math.ceil(bytes / 1000)} kB`);
  }
}

main(process.argv.slice(2));
