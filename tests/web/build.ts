// Builds the dashboard before the first test in a browser, and starts a service once. Its first start pushes the
// product, which takes ten times as long as a later start. So each test file begins with a copy of its data.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { buildIfChanged, websiteFolder } from "../../scripts/website";
import { shown, start, stop } from "../support/npmStart";
import { hasBrowser } from "./browser";

/** The data of a service that was started once. */
export interface StartedOnce {
  dataDirectory: string;
  /** The key of the project Demo, which only the first start shows. */
  apiKey: string;
}

declare module "vitest" {
  interface ProvidedContext {
    startedOnce: StartedOnce;
  }
}

export default async function setup(project: TestProject): Promise<(() => void) | undefined> {
  if (!hasBrowser()) return;
  const result = await buildIfChanged(websiteFolder());
  if (result.kind === "failed") throw new Error(result.output);
  const folder = mkdtempSync(path.join(tmpdir(), "switchyard-web-"));
  const dataDirectory = path.join(folder, "data");
  const service = await start(dataDirectory);
  const apiKey = shown(service, /svc_test_\w+/);
  if (apiKey === "") throw new Error(`The service did not start: ${service.stderr}`);
  await stop(service);
  project.provide("startedOnce", { dataDirectory, apiKey });
  return () => rmSync(folder, { recursive: true, force: true });
}
