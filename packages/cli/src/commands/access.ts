// `switchyard login` and `logout`: the keys that are stored on this machine.
import { chooseAddress, addressOf } from "../config/deployment";
import { keyIn } from "../config/key";
import { profileNamed, readProfiles, writeProfiles } from "../config/profiles";
import type { Profile, Stored } from "../config/profiles";
import { PermissionError } from "../../../client/src/index";
import { command } from "../frame/command";
import type { Context } from "../frame/context";
import { Failure } from "../frame/failure";
import { askSecret } from "../terminal/prompt";
import { bold, dim, join } from "../terminal/text";
import { showDone } from "./show";

const login = command({
  name: "login",
  about: "Store the API key of a project",
  details:
    "The key is asked for, and read from standard input where nobody types; it is never an argument, which the history " +
    "of the shell would keep. The service must accept it. It is stored in a file that only you can read.",
  arguments: {},
  options: {
    dashboard: { kind: "text", value: "address", about: "where the dashboard is, for `switchyard open`" },
  },
  examples: [
    {
      line: "switchyard login --url http://127.0.0.1:3211",
      about: "The service of `npm start` on this machine",
      typed: "<the key>",
    },
    { line: "switchyard login --url http://127.0.0.1:3211 --profile ci < key.txt", about: "Under a name, from a file" },
  ],
  run: async (context, { options }) => {
    const { choice, environment, terminal } = context;
    const stored = readStored(context);
    const url = chooseAddress(choice, environment, stored);
    const typed = await askSecret(terminal, join("API key for ", bold(url), ": "));
    if (typed === "") throw new Failure("usage", "There was no key. Type it, or give it on standard input.");
    const key = keyIn(typed);
    const project = await projectOf(context, url, key);
    const name = choice.profile ?? nameFor(url, stored);
    const former = profileNamed(name, stored);
    const known = former?.url === url ? former.dashboard : undefined;
    const dashboard = options.dashboard === undefined ? known : addressOf(options.dashboard);
    const profile: Profile = { url, key, project, ...(dashboard === undefined ? {} : { dashboard }) };
    writeProfiles(context.profilesFile, { current: name, profiles: { ...stored.profiles, [name]: profile } });
    showDone(
      context,
      { profile: name, url, project },
      join("The key belongs to the project ", bold(project), `. It is stored as the profile ${name}.`),
    );
  },
});

async function projectOf(context: Context, url: string, key: string): Promise<string> {
  try {
    return (await context.clientOf({ url, key }).project.get({}, { signal: context.signal })).name;
  } catch (error) {
    // The key works, and lacks the scope `project:read`.
    if (error instanceof PermissionError) return "of this key";
    throw error;
  }
}

/** The profile that this address has already, or the host in the address. Another address keeps its profile. */
function nameFor(url: string, stored: Stored): string {
  if (stored.current !== null && profileNamed(stored.current, stored)?.url === url) return stored.current;
  const known = Object.entries(stored.profiles).find(([, profile]) => profile.url === url)?.[0];
  const { host } = new URL(url);
  return known ?? (profileNamed(host, stored) === null ? host : url);
}

const logout = command({
  name: "logout",
  about: "Forget a stored key",
  details: "The key still works elsewhere; `switchyard keys revoke` ends it.",
  arguments: {},
  options: {},
  examples: [
    { line: "switchyard logout --profile ci", about: "Forget the key of a profile" },
    { line: "switchyard logout", about: "Forget the key that commands use now" },
  ],
  run: (context) => {
    const stored = readStored(context);
    const { profile: name } = context.deployment();
    if (name === null) throw new Failure("notFound", "There is no stored key to forget.");
    const { [name]: _forgotten, ...rest } = stored.profiles;
    const current = stored.current === name ? (Object.keys(rest)[0] ?? null) : stored.current;
    writeProfiles(context.profilesFile, { current, profiles: rest });
    const now = current === null ? "" : ` Commands use the profile ${current} now.`;
    showDone(context, { profile: name, current }, join(`The key of the profile ${name} is forgotten.`, dim(now)));
    return Promise.resolve();
  },
});

function readStored({ profilesFile, terminal }: Context): Stored {
  return readProfiles(profilesFile, (text) => terminal.note(`switchyard: ${text}`));
}

export const access = [login, logout];
