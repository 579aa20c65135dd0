// Texts of code hosts, as the service takes them. All of them are data from strangers: they are cut, and what could
// deceive a terminal or a reader is shown as an escape. An answer may be one text of 10 MB, so they are also cut before
// they are searched.
import { printable, printableRow } from "../log/printable";
import { truncate } from "../text/truncate";

/** Beyond what is shown, since spaces are left out. */
const maxSpaces = 10_000;

/** As one line without spaces around it. */
export function oneRow(text: string, maxLength: number): string {
  return truncate(printableRow(truncate(text, maxLength + maxSpaces)).trim(), maxLength).trim();
}

export function manyLines(text: string, maxLength: number): string {
  return truncate(printable(truncate(text, maxLength + maxSpaces)).trim(), maxLength).trim();
}

/** Null for anything that a browser must not open. */
export function webAddress(url: string | null | undefined): string | null {
  return url != null && url.length <= 2000 && /^https?:\/\//.test(url) && URL.canParse(url) ? url : null;
}

/** The path of a file in the repository. Null for what leads out of it, or is none. */
export function pathInside(path: string | null | undefined): string | null {
  if (path == null || path.length > 1000) return null;
  const shown = printableRow(path).trim();
  const parts = shown.split(/[/\\]/);
  return shown === "" || shown.startsWith("/") || /^[a-z]:/i.test(shown) || parts.includes("..") ? null : shown;
}

/** The time in epoch milliseconds. */
export function timeOf(text: string | null | undefined): number | null {
  const ms = text == null || text.length > 100 ? NaN : Date.parse(text);
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}
