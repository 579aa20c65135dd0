// Plays the ten days before the demonstration, in a process of its own: the service runs here with a clock that was set
// back, is filled as a runner and its people would fill it, and ends. Arguments: the folder of the demonstration.
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beginPast } from "./past/clock";
import { startOfPast } from "./past/tenDays";

const [folder = ""] = process.argv.slice(2);
const nowMs = Date.now();
const monthMs = 30 * 24 * 60 * 60 * 1000;

beginPast(startOfPast(nowMs));
process.argv.splice(2);
// The service reads the clock from now on.
await import("../start");

const { findServing } = await import("../serving");
const dataDirectory = path.join(folder, "data");
try {
  if (findServing(dataDirectory) !== null) await play();
} catch (error) {
  console.error(error);
}
process.kill(process.pid, "SIGTERM");

async function play(): Promise<void> {
  const { readScenes } = await import("../../packages/runner/src/agents/demo/scenes");
  const { serviceAt } = await import("../seed/service");
  const { Checkout } = await import("./past/checkout");
  const { playTenDays } = await import("./past/tenDays");
  const { callbackSecretIn } = await import("./processes");
  const { adoptProject } = await import("./project");
  const { makeRepository } = await import("./repository");
  const { allScenes } = await import("./scenes/all");
  const repository = makeRepository(path.join(folder, "shop.git"), Date.now() - monthMs);
  const scenesFile = path.join(folder, "scenes.json");
  writeFileSync(scenesFile, JSON.stringify(allScenes, null, 2));
  const url = findServing(dataDirectory)?.httpUrl ?? "";
  const apiKey = await adoptProject(url, repository);
  const place = path.join(folder, "past");
  const service = serviceAt({ url, apiKey, callbackSecret: callbackSecretIn(dataDirectory) });
  await playTenDays({ service, scenes: readScenes(scenesFile), checkout: new Checkout(place, repository) }, nowMs);
  rmSync(place, { recursive: true, force: true });
  // Only a past that was played to its end has a key, so an interrupted one begins again.
  writeFileSync(path.join(folder, "key"), `${apiKey}\n`, { mode: 0o600 });
}
