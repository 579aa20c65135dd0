// `switchyard hooks ...`: addresses at which a code host says that there is news of pull requests.
import { command } from "../frame/command";
import { Failure } from "../frame/failure";
import { bold, join } from "../terminal/text";
import { ageText, limit, showDone, showList, standardLimit } from "./show";

const kinds = ["github", "gitlab"] as const;

const list = command({
  name: "hooks list",
  about: "List the addresses at which code hosts say that there is news",
  arguments: {},
  options: { limit },
  examples: [{ line: "switchyard hooks list", about: "Without their secrets" }],
  run: async (context, { options }) => {
    await showList(context, {
      items: context.client().project.hooks.list({}, { signal: context.signal }),
      limit: options.limit ?? standardLimit,
      columns: [
        { title: "HOOK", of: ({ id }) => id, isWhole: true },
        { title: "KIND", of: ({ kind }) => kind, isWhole: true },
        { title: "URL", of: ({ url }) => bold(url) },
        { title: "AGE", of: ({ createdAt }) => ageText(createdAt), isWhole: true },
      ],
      whenEmpty: "There are no hooks.",
    });
  },
});

const create = command({
  name: "hooks create",
  about: "Make an address for a code host",
  details: "The address goes to the host with the secret, which is printed once, and to standard output alone.",
  arguments: { kind: { about: "github or gitlab" } },
  options: {},
  examples: [{ line: "switchyard hooks create github > github.secret", about: "For the settings of a repository" }],
  run: async (context, { args }) => {
    const kind = kinds.find((one) => one === args.kind);
    if (kind === undefined) throw new Failure("usage", `A hook is for ${kinds.join(" or ")}.`);
    const made = await context.client().project.hooks.create({ kind }, { signal: context.signal });
    if (context.isJson) return context.terminal.json(made);
    context.terminal.note(join("The address is ", bold(made.url), "; its secret is shown only this once:"));
    context.terminal.print(made.secret);
  },
});

const remove = command({
  name: "hooks delete",
  about: "Delete such an address",
  arguments: { hook: { about: "its id" } },
  options: {},
  examples: [{ line: "switchyard hooks delete <hook>", about: "By its id" }],
  run: async (context, { args }) => {
    const gone = await context.client().project.hooks.delete({ id: args.hook }, { signal: context.signal });
    showDone(context, gone, join("Deleted ", bold(gone.id)));
  },
});

export const hooks = [list, create, remove];
