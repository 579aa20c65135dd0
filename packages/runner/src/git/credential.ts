// A credential reaches git through a pipe that only this git process and its helper inherit. So it is in no argument,
// in no variable, in no address and in no file.

export interface Credential {
  /** The settings with which git asks for it. */
  rules: string[];
  /** What the helper answers, in git's own form. */
  answer: string;
  /** Why there is a key, but not for this address. People learn it when git fails. */
  refused: string | null;
}

/** Reads the answer from the pipe that `git` opens as descriptor 3. It answers `get` only, and stores nothing. */
const helper = `!f() { test "$1" = get && cat <&3; }; f`;

/** Returns null unless the address is one that git asks credentials for. The credential goes to this host alone. */
export function createCredential(repoUrl: string, token: string): Credential | null {
  const host = codeHostAddress(repoUrl);
  if (host === null) return null;
  const [asked, sent] = [`credential.${host.origin}`, `http.${host.origin}`];
  const settings = [
    // The empty helper comes first: it switches off the helpers of the machine, which would keep the credential.
    `${asked}.helper=`,
    `${asked}.helper=${helper}`,
    `${asked}.useHttpPath=false`,
    // A login that the machine's user sends as a header would be there beside the key.
    `${sent}.extraHeader=`,
    // A repository that was renamed is found. After that git asks for a credential by the new host's name.
    `${sent}.followRedirects=initial`,
  ];
  const rules = settings.flatMap((setting) => ["-c", setting]);
  return { rules, answer: `username=${userOf(host.hostname)}\npassword=${token}\n`, refused: null };
}

/** For an address to which the project's key may not go. git does without, and its failure says why. */
export function refusedCredential(refused: string): Credential {
  return { rules: [], answer: "", refused };
}

export function codeHostAddress(repoUrl: string): URL | null {
  if (!URL.canParse(repoUrl)) return null;
  const url = new URL(repoUrl);
  return url.protocol === "https:" || url.protocol === "http:" ? url : null;
}

function userOf(hostname: string): string {
  return hostname.includes("gitlab") ? "oauth2" : "x-access-token";
}
