// The runner's own part of the text of a pull request. What people write around it stays.
import { truncate, truncateStart } from "../text/truncate";

const [begin, end] = ["<!-- switchyard:begin -->", "<!-- switchyard:end -->"];

/** GitHub takes 65,536 characters. */
const maxText = 65_000;

/** Returns the text with the section in place of the earlier one, or at its end. */
export function withSection(whole: string, section: string): string {
  const [before, after] = around(whole);
  const room = Math.max(0, maxText - before.length - after.length - begin.length - end.length - 2);
  const own = truncate(section.replaceAll(begin, "").replaceAll(end, "").trim(), room);
  return `${before}${begin}\n${own}\n${end}${after}`;
}

function around(whole: string): [string, string] {
  const from = whole.indexOf(begin);
  const to = from === -1 ? -1 : whole.indexOf(end, from);
  if (to !== -1) return [truncate(whole, from), truncateStart(whole, whole.length - to - end.length)];
  const text = whole.trimEnd();
  return [text === "" ? "" : `${text}\n\n`, "\n"];
}
