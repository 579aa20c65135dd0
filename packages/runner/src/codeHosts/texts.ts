// Texts of code hosts, as the service takes them. All of them are data from strangers: they are cut, and what could
// deceive a terminal or a reader is shown as an escape.
import { printable, printableRow } from "../log/printable";
import { truncate } from "../text/truncate";

/** As one line without spaces around it. */
export function oneRow(text: string, maxLength: number): string {
  return truncate(printableRow(text).trim(), maxLength).trim();
}

export function manyLines(text: string, maxLength: number): string {
  return truncate(printable(text).trim(), maxLength).trim();
}

/** Null for anything that a browser must not open. */
export function webAddress(url: string | null | undefined): string | null {
  return url != null && /^https?:\/\//.test(url) && url.length <= 2000 && URL.canParse(url) ? url : null;
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
  const ms = text == null ? NaN : Date.parse(text);
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}
