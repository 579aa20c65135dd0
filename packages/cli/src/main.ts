// The command `switchyard`, as the shell starts it.
import { onStopSignals } from "../../runner/src/stopSignals";
import { explain } from "./frame/explain";
import { exitCodes } from "./frame/failure";
import { runProgram } from "./program";
import { Terminal } from "./terminal/terminal";

const { env: environment, stdin, stdout, stderr } = process;
const streams = { stdin, stdout, stderr };

// A reader that has seen enough, such as `head`, closes the pipe. That is not a fault of anybody.
for (const stream of [stdout, stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(exitCodes.unread);
  });
}

// What no command waits for any more may fail, too.
process.on("uncaughtException", (error) => {
  const circumstances = { isJson: process.argv.includes("--json"), url: "the service", environment };
  process.exit(exitCodes[explain(error, new Terminal(streams, environment), circumstances)]);
});

const stopping = new AbortController();
const endNow = (): never => process.exit(exitCodes.interrupted);
onStopSignals(() => stopping.abort(), endNow);

process.exitCode = await runProgram(process.argv.slice(2), { environment, streams, signal: stopping.signal });
// Input that nobody reads any more keeps the process alive.
if (process.exitCode === exitCodes.interrupted) endNow();
