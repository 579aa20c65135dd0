// Clients write back what they have read. An address that they have read has a mask in place of its password.
import { invalid } from "./errors";
import { isMasked, shownAddress } from "./repositoryAddress";

/**
 * Returns the address to store for one that a client has given. One that was read from `stored` keeps what the answer
 * has hidden. Throws VALIDATION for any other masked address: a password must not follow to another host.
 */
export function unmaskedAddress<Given extends string | null | undefined>(given: Given, stored: string | null) {
  if (given == null || !isMasked(given)) return given;
  if (stored !== null && shownAddress(stored) === given) return stored;
  throw invalid(
    "gitRepoUrl",
    "gitRepoUrl has *** in place of a password, and is not the address of the project: write the whole address.",
  );
}

/** Returns the view with the whole address that the row holds. A runner needs it for git. */
export function withWholeAddress<View extends { gitRepoUrl: string | null }>(
  view: View,
  { gitRepoUrl }: Pick<View, "gitRepoUrl">,
): View {
  return { ...view, gitRepoUrl };
}
