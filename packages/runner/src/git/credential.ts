// A credential reaches git through a pipe that only this git process and its helper inherit. So it is in no argument,
// in no variable, in no address and in no file.

export interface Credential {
  /** The settings with which git asks for it. */
  rules: string[];
  /** What the helper answers, in git's own form. */
  answer: string;
}

/** Reads the answer from the pipe that `git` opens as descriptor 3. It answers `get` only, and stores nothing. */
const helper = `!f() { test "$1" = get && cat <&3; }; f`;

/** Returns null unless the address is one that git asks credentials for. The credential goes to this host alone. */
export function credentialFor(repoUrl: string, token: string): Credential | null {
  const host = hostOf(repoUrl);
  if (host === null) return null;
  const scope = `credential.${host.origin}`;
  // The empty helper comes first: it switches off the helpers of the machine, which would keep the credential.
  const rules = ["-c", `${scope}.helper=`, "-c", `${scope}.helper=${helper}`, "-c", `${scope}.useHttpPath=false`];
  return { rules, answer: `username=${userOf(host.hostname)}\npassword=${token}\n` };
}

export function hostOf(repoUrl: string): URL | null {
  if (!URL.canParse(repoUrl)) return null;
  const url = new URL(repoUrl);
  return url.protocol === "https:" || url.protocol === "http:" ? url : null;
}

function userOf(hostname: string): string {
  return hostname.includes("gitlab") ? "oauth2" : "x-access-token";
}
