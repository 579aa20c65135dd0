// Builds the dashboard before the first test in a browser, and starts a service once. Each test file begins with a copy
// of its data, or with one of seededOnce.ts.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { buildIfChanged, websiteFolder } from "../../scripts/website";
import { startedOnce } from "../support/startedOnce";
import type { StartedOnce } from "../support/startedOnce";
import { hasBrowser } from "./browser";

declare module "vitest" {
  interface ProvidedContext {
    startedOnce: StartedOnce;
    /** Where a run of tests keeps what its files share. */
    sharedFolder: string;
  }
}

export default async function setup(project: TestProject): Promise<(() => void) | null> {
  if (!hasBrowser()) return null;
  const result = await buildIfChanged(websiteFolder());
  if (result.kind === "failed") throw new Error(result.output);
  project.provide("startedOnce", await startedOnce());
  const sharedFolder = mkdtempSync(path.join(tmpdir(), "switchyard-web-shared-"));
  project.provide("sharedFolder", sharedFolder);
  return () => rmSync(sharedFolder, { recursive: true, force: true });
}
