// The systemd unit that people install.
import { readFileSync } from "node:fs";
import path from "node:path";
import { rootDirectory } from "../../scripts/settings";

export const unitFile = path.join(rootDirectory, "deploy/switchyard.service");

/** Returns the settings of the unit, each with its values. */
export function readUnit(): Map<string, string[]> {
  const settings = new Map<string, string[]>();
  for (const line of readFileSync(unitFile, "utf8").split("\n")) {
    const [, name, value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined) settings.set(name, [...(settings.get(name) ?? []), value]);
  }
  return settings;
}
