// The end of a check's log, as it is shown to people and agents.
import { printable } from "../log/printable";
import { redactCredentials } from "../git/redact";
import { truncateStart } from "../text/truncate";
import { withoutToken } from "./token";

/** No more than the client reads of a log. What checks say themselves may be as long as an answer. */
const maxInput = 200_000;
const maxLines = 200;
/** What an item of feedback has room for beside a sentence about the check. */
const maxLength = 19_500;

/** The last lines of a log without colours, times and secrets. */
export function endOfLog(log: string, token: string | null): string {
  const lines = truncateStart(log, maxInput).replaceAll("\r\n", "\n").replaceAll(colours, "").split("\n");
  const text = withoutKeys(lines.map(plainLine).join("\n").trimEnd(), token);
  return truncateStart(printable(text.split("\n").slice(-maxLines).join("\n")), maxLength);
}

// The host chooses the text, so each of these expressions reads every part of it a bounded number of times: a
// repetition has a small bound, or begins only where another one cannot be under way.

// oxlint-disable-next-line no-control-regex
const colours = /\u001b\[[0-9;?]*[A-Za-z]/g;
/** GitLab marks the sections of a log, and writes over the mark afterwards. */
const section = /section_(?:start|end):\d{1,20}:.*/;
/** Each line of GitHub's logs has it in front. */
const time = /^\uFEFF?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z ?/;

/** What a line has overwritten on a terminal is not shown. */
function plainLine(line: string): string {
  const written = line.split("\r").map((part) => part.replace(section, ""));
  return (written.findLast((part) => part !== "") ?? "").replace(time, "");
}

/** Removed before the text is cut: nothing would recognise half a key. */
function withoutKeys(text: string, token: string | null): string {
  const plain = withoutPrivateKeys(redactCredentials(withoutToken(text, token)));
  return keys.reduce((shown, key) => shown.replaceAll(key, "***"), plain);
}

/** Keys that can be recognised by their form. Hosts mask those that they know themselves. */
const keys = [
  /\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255})/g,
  /\bgl(?:pat|ptt|rt|dt|cbt|ft|soat|agent|oas)-[A-Za-z0-9_.-]{20,300}/g,
  /\bsk-[A-Za-z0-9_-]{20,300}/g,
  /\bsvc_[a-z]{1,50}_[A-Za-z0-9_-]{20,300}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,300}/g,
  /(?<![\w-])(?=[\w-]*\beyJ)[\w-]{13,}\.[\w-]{10,}\.[\w-]{10,}/g,
];

const [keyBegin, keyEnd] = [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/, /-----END [A-Z ]{0,30}PRIVATE KEY-----/];
/** A key without an end was cut, or is only mentioned. None is longer. */
const maxKeyLength = 20_000;

function withoutPrivateKeys(text: string): string {
  const [before = "", ...afterBegin] = text.split(keyBegin);
  const shown = afterBegin.map((part) => {
    const end = keyEnd.exec(part);
    return `***${truncateStart(part, part.length - (end === null ? maxKeyLength : end.index + end[0].length))}`;
  });
  return [before, ...shown].join("");
}
