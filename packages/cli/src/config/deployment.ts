// Which deployment a command talks to, and with which key. A stored key is sent to the address for which it was stored,
// and nowhere else.
import { Failure } from "../frame/failure";
import { profileNamed } from "./profiles";
import type { Profile, Stored } from "./profiles";

/** The service that `npm start` runs on this machine. */
const ownService = "http://127.0.0.1:3211";

export interface Choice {
  url: string | undefined;
  profile: string | undefined;
}

export interface Deployment {
  url: string;
  key: string | null;
  /** The name of the profile, if the address has one. */
  profile: string | null;
  dashboard: string | null;
}

type Environment = Record<string, string | undefined>;

export function chooseDeployment(choice: Choice, environment: Environment, stored: Stored): Deployment {
  const { SWITCHYARD_API_KEY: givenKey } = environment;
  const url = chooseAddress(choice, environment, stored);
  if (choice.profile !== undefined) {
    const own = requireProfile(choice.profile, url, stored);
    return { url, key: own.key, profile: choice.profile, dashboard: dashboardOf(url, own, stored) };
  }
  const [profile, own] = profileAt(url, stored, givenKey ? "any" : "one");
  return { url, key: givenKey || (own?.key ?? null), profile, dashboard: dashboardOf(url, own, stored) };
}

/** The dashboard belongs to the address, so another profile of the same address may know it. */
function dashboardOf(url: string, own: Profile | null, { profiles }: Stored): string | null {
  const others = Object.values(profiles).filter((profile) => profile.url === url);
  return own?.dashboard ?? others.find(({ dashboard }) => dashboard !== undefined)?.dashboard ?? null;
}

/** The address of `chooseDeployment`. A profile that is still unknown has none yet. */
export function chooseAddress(
  { url, profile }: Choice,
  { SWITCHYARD_URL: givenUrl }: Environment,
  stored: Stored,
): string {
  const named = profileNamed(profile, stored)?.url;
  const current = profileNamed(stored.current, stored)?.url;
  return addressOf(url || (named ?? (givenUrl || (current ?? ownService))));
}

/** The named profile. Another address must not get its key, nor may another profile's key take its place. */
function requireProfile(name: string, url: string, stored: Stored): Profile {
  const profile = profileNamed(name, stored);
  if (profile === null) throw unknownProfile(name, stored);
  if (addressOf(profile.url) === url) return profile;
  throw new Failure("usage", `The key of the profile "${name}" is for ${profile.url}, and not for ${url}.`, {
    advice: `Leave out --url or --profile. \`switchyard login\` with both stores another key in the profile.`,
  });
}

/** The current profile where it belongs to this address; otherwise the only one that does. */
function profileAt(
  url: string,
  { current, profiles }: Stored,
  needed: "one" | "any",
): readonly [string, Profile] | readonly [null, null] {
  const entries = Object.entries(profiles).filter(([, profile]) => profile.url === url);
  const chosen = entries.find(([name]) => name === current) ?? (entries.length === 1 ? entries[0] : undefined);
  if (chosen !== undefined) return chosen;
  if (entries.length === 0 || needed === "any") return [null, null];
  const names = entries.map(([name]) => name);
  throw new Failure("usage", `Several keys are stored for ${url}.`, {
    advice: `Choose one with --profile. There are: ${names.join(", ")}.`,
  });
}

function unknownProfile(name: string, { profiles }: Stored): Failure {
  const known = Object.keys(profiles);
  const advice =
    known.length === 0 ? "There are no profiles; `switchyard login` makes one." : `There are: ${known.join(", ")}.`;
  return new Failure("usage", `There is no profile "${name}".`, { advice });
}

/** The address of the HTTP-actions host, without the path of the REST API, which people see most often. */
export function addressOf(typed: string): string {
  const text = typed.trim();
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new Failure("usage", `"${text}" is not the address of a service.`, {
      advice: "It begins with https:// or http://, such as http://127.0.0.1:3211.",
    });
  const { origin, pathname, username, password } = new URL(text);
  if (username !== "" || password !== "")
    throw new Failure("usage", "The address of the service must not contain a name or a password.", {
      advice: "The key is stored by `switchyard login`, or given in SWITCHYARD_API_KEY.",
    });
  return origin + pathname.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
}
