// Builds the dashboard before the first test in a browser.
import { buildIfChanged, websiteFolder } from "../../scripts/website";
import { hasBrowser } from "./browser";

export default async function setup(): Promise<void> {
  if (!hasBrowser()) return;
  const result = await buildIfChanged(websiteFolder());
  if (result.kind === "failed") throw new Error(result.output);
}
