// The command `switchyard-runner`.
import { ConfigurationFault } from "./config/fault";
import { readConfiguration } from "./config/configuration";
import { help } from "./config/flags";

try {
  const args = process.argv.slice(2);
  if (args.includes("--help") || args.includes("-h")) process.stdout.write(help);
  else console.log(readConfiguration(args, process.env).url);
} catch (error) {
  if (!(error instanceof ConfigurationFault)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
