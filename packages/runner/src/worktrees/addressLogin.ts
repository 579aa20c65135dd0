// An address may have a login in it. git would hand it to its helpers as an argument, which every user of the machine
// can list, and keep it in files. So git gets the address without it, and the login as it gets every credential.
import type { Login } from "../git/credential";
import { redactCredentials } from "../git/redact";
import { PermanentJobError } from "../jobs/contract";

interface Separated {
  /** The address without the login. */
  url: string;
  login: Login | null;
}

/** The scheme, the login and the rest. A login ends with the last @ before the path. */
const parts = /^([a-z][a-z0-9+.-]*:\/\/)(?:([^/?#]*)@)?(.*)$/is;

/** Throws PermanentJobError for a login that git could not use, or that two programs would read differently. */
export function separateLogin(address: string): Separated {
  const [, scheme = "", login, rest = ""] = parts.exec(address) ?? [];
  const [, user = "", password] = /^([^:]*)(?::(.*))?$/s.exec(login ?? "") ?? [];
  const shown = redactCredentials(address);
  if (!/^https?:/i.test(scheme)) {
    if (password === undefined) return { url: address, login: null };
    throw new PermanentJobError(`${shown} has a password, which git uses over https and http only. Leave it out.`);
  }
  if (/^[^/?#]*\\/.test(`${login ?? ""}${rest}`))
    throw new PermanentJobError(`The address of the repository, ${shown}, is not one.`);
  if (login === undefined) return { url: address, login: null };
  const known = { user: decoded(user, shown), password: password === undefined ? null : decoded(password, shown) };
  return { url: `${scheme}${rest}`, login: known };
}

/** A control character would end the line of git in which the credential is sent. */
function decoded(text: string, shown: string): string {
  const plain = decodedOrNull(text);
  if (plain !== null && !/\p{Cc}/u.test(plain)) return plain;
  throw new PermanentJobError(`The login in ${shown} is not one: write its special characters as %40 and so on.`);
}

function decodedOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
