// `db.vars.commitTs` is a placeholder that becomes the timestamp of the commit. That timestamp is known only after
// the mutation has done everything else. Until then the placeholder sorts above every integer.
import { integerJson } from "../value/specialValue";

const placeholder = '{"$commitTs":null}';

/**
 * Returns true if the text of a value contains the placeholder. Quotes inside strings are escaped, so no string can be
 * mistaken for the placeholder.
 */
export function hasPlaceholder(text: string): boolean {
  return text.includes(placeholder);
}

/** Returns the text of the value with the timestamp of the commit for each placeholder. */
export function withCommitTs(text: string, ts: bigint): string {
  return hasPlaceholder(text) ? text.replaceAll(placeholder, JSON.stringify(integerJson(ts))) : text;
}
