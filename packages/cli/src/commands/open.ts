// `switchyard open`: the dashboard.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { command } from "../frame/command";
import type { Context } from "../frame/context";
import { Failure } from "../frame/failure";
import { runIdOf } from "./find";

const pages = [
  "inbox",
  "runs",
  "issues",
  "recurring",
  "chains",
  "merging",
  "workflows",
  "learnings",
  "runners",
  "usage",
  "settings",
] as const;

export const open = command({
  name: "open",
  about: "Open the dashboard in the browser",
  details: "The address is printed, too, and only that where there is no browser.",
  arguments: {
    page: { about: "the page", values: pages, isOptional: true },
    subject: { about: "the number or id of a run, or the id of what that page lists", known: "run", isOptional: true },
  },
  options: {},
  examples: [
    { line: "switchyard open", about: "The runs of the project" },
    { line: "switchyard open runs 1", about: "The page of a run" },
  ],
  run: async (context, { args }) => {
    const { page = "runs", subject } = args;
    const root = dashboardOf(context);
    const address = page === "inbox" ? `${root}/inbox` : `${root}${await pathOf(context, page, subject)}`;
    if (context.isJson) return context.terminal.json({ url: address });
    context.terminal.print(address);
    const browser = context.terminal.isTerminal ? browserOf(context.environment) : null;
    if (browser !== null && !(await isStarted(browser, address)))
      context.terminal.note("No browser could be started. Open the address above.");
  },
});

async function pathOf(context: Context, page: string, subject: string | undefined): Promise<string> {
  const { slug } = await context.client().project.get({}, { signal: context.signal });
  const id = subject !== undefined && page === "runs" ? await runIdOf(context, subject) : subject;
  return `/p/${encodeURIComponent(slug)}/${page}${id === undefined ? "" : `/${encodeURIComponent(id)}`}`;
}

/** `npm start` serves the dashboard beside the API, at the port before it. */
function dashboardOf(context: Context): string {
  const { url, dashboard } = context.deployment();
  if (dashboard !== null) return dashboard;
  const address = new URL(url);
  if (address.port === "3211" && ["127.0.0.1", "localhost"].includes(address.hostname))
    return `${address.protocol}//${address.hostname}:3210`;
  throw new Failure("usage", `The dashboard of ${url} is at an address that this machine does not know.`, {
    advice: "`switchyard login --dashboard <address>` stores it.",
  });
}

type Program = readonly [name: string, ...words: string[]];

/** The program that opens an address. Null where there is no screen. */
function browserOf(environment: Context["environment"]): Program | null {
  const own = environment["BROWSER"];
  if (own !== undefined && own !== "") return [own];
  if (process.platform === "darwin") return ["open"];
  if (process.platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return environment["DISPLAY"] || environment["WAYLAND_DISPLAY"] ? ["xdg-open"] : null;
}

async function isStarted([name, ...words]: Program, address: string): Promise<boolean> {
  const child = spawn(name, [...words, address], { stdio: "ignore", detached: true });
  try {
    await once(child, "spawn");
    child.unref();
    return true;
  } catch {
    return false;
  }
}
