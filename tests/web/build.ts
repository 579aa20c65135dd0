// Builds the dashboard before the first test in a browser, and starts a service once. Each test file begins with a copy
// of its data.
import type { TestProject } from "vitest/node";
import { buildIfChanged, websiteFolder } from "../../scripts/website";
import { startedOnce } from "../support/startedOnce";
import type { StartedOnce } from "../support/startedOnce";
import { hasBrowser } from "./browser";

declare module "vitest" {
  interface ProvidedContext {
    startedOnce: StartedOnce;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  if (!hasBrowser()) return;
  const result = await buildIfChanged(websiteFolder());
  if (result.kind === "failed") throw new Error(result.output);
  project.provide("startedOnce", await startedOnce());
}
