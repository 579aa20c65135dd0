// `npm run runner`: the runner of packages/runner. Unless somebody names another service, it asks that of this
// repository, whatever its ports are.
import path from "node:path";
import { exitCodes, runCommand } from "../packages/runner/src/commandLine";
import { Failure, findHttpAddress, settingsOrFailure } from "./adminFunctions";

try {
  const ending = await runCommand(process.argv.slice(2), () => ({
    url: findHttpAddress(),
    secrets: path.join(settingsOrFailure().dataDirectory, "secrets.env"),
  }));
  process.exitCode = exitCodes[ending];
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
