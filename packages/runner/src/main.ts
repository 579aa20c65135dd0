// The command `switchyard-runner`.
import { runCommand } from "./command";

await runCommand(process.argv.slice(2));
