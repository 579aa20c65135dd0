// The code host of a repository, with the project's key for it.
import { codeHostOf } from "../codeHosts/codeHost";
import type { CodeHost } from "../codeHosts/codeHost";
import { hostOf } from "../git/credential";
import type { Call } from "../service/callback";
import type { Job } from "../work/tools";

/** The project's key for the code host of an address, or null. */
export async function hostToken(call: Call, projectId: string, url: string): Promise<string | null> {
  if (hostOf(url) === null) return null;
  const found = await call("keys.getWithFallback", { projectId, keyType: "code_host" });
  return found?.key ?? null;
}

/** Returns null where there is no key, or the address is not one of a code host. */
export async function hostOfRepository({ call, claim }: Job, url: string): Promise<CodeHost | null> {
  const address = hostOf(url);
  const token = await hostToken(call, claim.projectId, url);
  return address === null || token === null ? null : codeHostOf(address, token);
}
