// Where the key of a code host may go. Such a key belongs to origins, such as `https://github.com`, and the service
// answers it only for an address at one of them. Pure.

/** Keys of other providers go to agents, which choose for themselves whom they call. */
export function belongsToOrigins(provider: string): boolean {
  return provider === "code_host";
}

export const maxOrigins = 20;
export const originRule = "must be a whole origin, such as https://github.com, without a path or a user";
export const httpRule = "must begin with https://: the operator has not set SERVICE_KEYS_OVER_HTTP=on";

const hostForm = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/;

/**
 * Returns the origin of a web address, or null for any other text. Null also for white space and backslashes, which
 * programs read in different ways: two of them would disagree about the host.
 */
export function webOriginOf(address: string): string | null {
  if (!/^https?:\/\/[^\s\\]+$/i.test(address) || !URL.canParse(address)) return null;
  const { protocol, hostname, host } = new URL(address);
  return hostForm.test(hostname) ? `${protocol}//${host}` : null;
}

/** Returns the origin in its usual form, or null for a text that has more or less than an origin. */
export function readOrigin(text: string): string | null {
  const origin = /[@?#]/.test(text) ? null : webOriginOf(text);
  return origin !== null && new URL(text).pathname === "/" ? origin : null;
}

/** Returns the origins that the address of a repository means: none for a folder, and https for the forms of ssh. */
export function originsOfRepository(gitRepoUrl: string | null): string[] {
  const address = gitRepoUrl?.trim() ?? "";
  const origin = webOriginOf(address) ?? webOriginOf(`https://${hostOfSsh(address)}`);
  return origin === null ? [] : [origin];
}

function hostOfSsh(address: string): string {
  const [, ofUrl] = /^(?:git\+)?(?:ssh|git):\/\/(?:[^/@\s]*@)?([^/:@\s]+)(?::\d+)?(?:\/|$)/i.exec(address) ?? [];
  // `git@github.com:acme/shop.git`
  const [, short] = /^(?:[^/:@\s]+@)?([^/:@\s]+):(?!\/\/|:)/.exec(address) ?? [];
  return ofUrl ?? short ?? "";
}

export interface AllowedOrigins {
  origins: readonly string[];
  /** Whether the operator lets keys go over a connection that is not encrypted. */
  mayUseHttp: boolean;
}

/** Why a key may not go to an address. Null: it may. */
export type RefusalReason = "no address" | "plain http" | "another origin";

export function refusalReason(address: string, { origins, mayUseHttp }: AllowedOrigins): RefusalReason | null {
  const origin = webOriginOf(address);
  if (origin === null) return "no address";
  if (!origins.includes(origin)) return "another origin";
  return origin.startsWith("http:") && !mayUseHttp ? "plain http" : null;
}

/** Returns the origins of a list in a variable, or null when an entry is not one. */
export function readOrigins(list: string): string[] | null {
  const origins = list
    .split(",")
    .filter((entry) => entry.trim() !== "")
    .map((entry) => readOrigin(entry.trim()));
  return origins.every((origin) => origin !== null) ? origins : null;
}
