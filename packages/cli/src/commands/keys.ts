// `switchyard keys ...`: the API keys of the project.
import { command } from "../frame/command";
import type { Context } from "../frame/context";
import { Failure } from "../frame/failure";
import { omitUndefined } from "../frame/omitUndefined";
import { bold, join } from "../terminal/text";
import { findWorkflow } from "./find";
import { ageText, limit, showDone, showList, standardLimit, stateText, timeText } from "./show";

const presets = ["read-only", "operator", "trigger-only", "full"] as const;

const list = command({
  name: "keys list",
  about: "List the API keys of the project",
  arguments: {},
  options: { limit },
  examples: [{ line: "switchyard keys list", about: "With what each may do" }],
  run: async (context, { options }) => {
    await showList(context, {
      items: context.client().project.apiKeys({}, { signal: context.signal }),
      limit: options.limit ?? standardLimit,
      columns: [
        { title: "KEY", of: ({ id }) => id, isWhole: true },
        { title: "NAME", of: ({ name }) => bold(name) },
        { title: "BEGINS", of: ({ prefix }) => prefix, isWhole: true },
        { title: "STATUS", of: ({ status }) => stateText(status), isWhole: true },
        { title: "SCOPES", of: ({ scopes }) => scopes.join(" ") },
        { title: "USED", of: ({ lastUsedAt }) => ageText(lastUsedAt), isWhole: true },
        { title: "FOR", of: ({ lastUsedRoute }) => lastUsedRoute ?? "" },
        { title: "EXPIRES", of: ({ expiresAt }) => timeText(expiresAt), isWhole: true },
      ],
      whenEmpty: "There are no keys.",
    });
  },
});

const create = command({
  name: "keys create",
  about: "Make an API key",
  details:
    "It is printed once, and to standard output alone, so that it can be redirected to a file or a store of secrets.",
  arguments: { name: { about: "what it is for" } },
  options: {
    scopes: { kind: "text", value: "list", about: "what it may do, with commas between (everything)" },
    preset: { kind: "choice", values: presets, about: "what it may do, instead of scopes" },
    workflows: {
      kind: "text",
      value: "list",
      about: "only runs of these workflows: names or ids, with commas between",
    },
    expires: { kind: "text", value: "time", about: "when it ends, such as 2030-01-31T00:00:00Z (never)" },
  },
  examples: [
    {
      line: "switchyard keys create CI --scopes runs:read,runs:write > ci.key",
      about: "For a pipeline that starts runs",
    },
    {
      line: "switchyard keys create Hook --preset trigger-only > hook.key",
      about: "For a program that only starts runs",
    },
    { line: "switchyard keys create Visitor --scopes runs:read --expires 2099-01-31T00:00:00Z", about: "For a time" },
  ],
  run: async (context, { args, options }) => {
    const scopes = options.scopes?.split(",").map((scope) => scope.trim());
    const expiresAt = options.expires;
    if (expiresAt !== undefined && Number.isNaN(Date.parse(expiresAt)))
      throw new Failure("usage", `"${expiresAt}" is not a time. Write it as 2030-01-31T00:00:00Z.`);
    if (scopes !== undefined && options.preset !== undefined)
      throw new Failure("usage", "Give either --scopes or --preset.");
    const workflowIds = await workflowsNamed(context, options.workflows);
    const fields = omitUndefined({ scopes, preset: options.preset, workflowIds, expiresAt });
    const key = await context
      .client()
      .project.apiKeys.generate({ name: args.name, ...fields }, { signal: context.signal });
    showKey(context, key);
  },
});

const rotate = command({
  name: "keys rotate",
  about: "Replace an API key with a new one",
  details:
    "The new key has the same name, scopes, workflows and expiry, and is printed once. Keys that the old one made end with it.",
  arguments: { key: { about: "its id", known: "key" } },
  options: {
    grace: { kind: "number", value: "seconds", min: 0, max: 604_800, about: "how long the old one still works (0)" },
  },
  examples: [
    { line: "switchyard keys rotate <key> --grace 3600 > ci.key", about: "The old key works for an hour more" },
  ],
  run: async (context, { args, options }) => {
    const fields = omitUndefined({ graceSeconds: options.grace });
    const request = { keyId: args.key, ...fields };
    showKey(context, await context.client().project.apiKeys.rotate(request, { signal: context.signal }));
  },
});

function showKey({ isJson, terminal }: Context, key: { id: string; name: string; key: string }): void {
  if (isJson) return terminal.json(key);
  terminal.note(join("The key ", bold(key.name), ` (${key.id}) is shown only this once:`));
  terminal.print(key.key);
}

async function workflowsNamed(context: Context, list: string | undefined): Promise<string[] | undefined> {
  if (list === undefined) return undefined;
  const found = list.split(",").map(async (text) => (await findWorkflow(context, text.trim())).id);
  return await Promise.all(found);
}

const revoke = command({
  name: "keys revoke",
  about: "End an API key",
  details: "It stops working at once, and so do the keys that were made with it.",
  arguments: { key: { about: "its id", known: "key" } },
  options: {},
  examples: [{ line: "switchyard keys revoke <key>", about: "By its id" }],
  run: async (context, { args }) => {
    const revoked = await context.client().project.apiKeys.revoke({ keyId: args.key }, { signal: context.signal });
    showDone(context, revoked, join("The key ", bold(revoked.name), ": ", stateText(revoked.status)));
  },
});

export const keys = [list, create, rotate, revoke];
