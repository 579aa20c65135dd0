// `npm run build`: the dashboard as static files, for a deployment on Convex and any host of files.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { asksForHelp } from "./help";
import { rootDirectory } from "./settings";
import { build } from "./website";

const folder = path.join(rootDirectory, "web/dist");

const usage = `Usage: npm run build

Builds the dashboard into web/dist, for any host of static files. Its config.json says which deployment it shows and who
signs people in; docs/dashboard.md says how to write it. \`npm start\` needs none of this: it serves its own dashboard.`;

const example = {
  deployment: "https://your-deployment.convex.cloud",
  signIn: { kind: "oidc", issuer: "https://your-provider.example", clientId: "the same as IDP_APPLICATION_ID" },
};

async function main(): Promise<void> {
  if (asksForHelp(process.argv.slice(2))) return console.log(usage);
  const failure = await build(folder);
  if (failure !== null) {
    console.error(failure);
    process.exitCode = 1;
    return;
  }
  writeFileSync(path.join(folder, "config.json"), `${JSON.stringify(example, null, 2)}\n`);
  console.log(`The dashboard is in ${folder}. Write its config.json, and let unknown paths show index.html.`);
}

await main();
