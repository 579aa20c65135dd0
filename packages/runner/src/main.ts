// The command `switchyard-runner`.
import { exitCodes, runCommand } from "./commandLine";

process.exitCode = exitCodes[await runCommand(process.argv.slice(2))];
