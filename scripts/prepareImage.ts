// Makes ahead what a start makes when it is missing: the dashboard, where `npm start` looks for it. Dockerfile runs it.
import { buildIfChanged, websiteFolder } from "./website";

const result = await buildIfChanged(websiteFolder());
if (result.kind === "failed") {
  console.error(result.output);
  process.exitCode = 1;
}
