// A credential reaches git through a pipe that only this git process and its helper inherit. So it is in no argument,
// in no variable, in no address and in no file.

export interface Credential {
  /** The settings with which git asks for it, by their names. A name may be there twice. */
  settings: readonly (readonly [string, string])[];
  /** What the helper answers, in git's own form. */
  answer: string;
  /** Why there is a key, but not for this address. People learn it when git fails. */
  refused: string | null;
}

/** What an address has before its host. */
export interface Login {
  user: string;
  password: string | null;
}

/** Reads the answer from the pipe that `git` opens as descriptor 3. It answers `get` only, and stores nothing. */
const helper = `!f() { test "$1" = get && cat <&3; }; f`;

/** Returns null unless the address is one that git asks credentials for. The credential goes to this host alone. */
export function createCredential(repoUrl: string, token: string): Credential | null {
  const host = codeHostAddress(repoUrl);
  return host === null ? null : credentialFor(host, { user: userOf(host.hostname), password: token });
}

/** For an address that had a login in it. A user without a password only says which of the machine's logins counts. */
export function createLogin(repoUrl: string, { user, password }: Login): Credential | null {
  const host = codeHostAddress(repoUrl);
  if (host === null) return null;
  if (password !== null) return credentialFor(host, { user, password });
  return { settings: [[`credential.${host.origin}.username`, user]], answer: "", refused: null };
}

function credentialFor({ origin }: URL, { user, password }: { user: string; password: string }): Credential {
  const [asked, sent] = [`credential.${origin}`, `http.${origin}`];
  const settings = [
    // The empty helper comes first: it switches off the helpers of the machine, which would keep the credential.
    [`${asked}.helper`, ""],
    [`${asked}.helper`, helper],
    [`${asked}.useHttpPath`, "false"],
    // A login that the machine's user sends as a header would be there beside the key.
    [`${sent}.extraHeader`, ""],
    // A repository that was renamed is found. After that git asks for a credential by the new host's name.
    [`${sent}.followRedirects`, "initial"],
  ] as const;
  return { settings, answer: `username=${user}\npassword=${password}\n`, refused: null };
}

/** Says, when git fails, why the project's key did not go to the address. */
export function refusedCredential(refused: string, login: Credential | null): Credential {
  return { settings: login?.settings ?? [], answer: "", refused };
}

export function codeHostAddress(repoUrl: string): URL | null {
  if (!URL.canParse(repoUrl)) return null;
  const url = new URL(repoUrl);
  return url.protocol === "https:" || url.protocol === "http:" ? url : null;
}

function userOf(hostname: string): string {
  return hostname.includes("gitlab") ? "oauth2" : "x-access-token";
}
