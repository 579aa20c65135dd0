// The end of a check's log, as it is shown to people and agents.
import { printable } from "../log/printable";
import { redactCredentials } from "../git/redact";
import { truncateStart } from "../text/truncate";

const maxLines = 200;
const maxLength = 16_000;

/** The last lines of a log without colours, times and secrets. */
export function endOfLog(log: string, token: string | null): string {
  const lines = log.replaceAll("\r\n", "\n").replaceAll(escapes, "").split("\n").map(plainLine);
  const text = lines.join("\n").trimEnd().split("\n").slice(-maxLines).join("\n");
  const ownKey = token === null ? text : text.replaceAll(token, "***");
  return truncateStart(printable(redactSecrets(redactCredentials(ownKey))), maxLength);
}

/** Colours and marks of sections in logs of GitLab. */
// oxlint-disable-next-line no-control-regex
const escapes = /\u001b\[[0-9;?]*[A-Za-z]|section_(?:start|end):\d+:[^\r\n]*\r/g;

/** What a line has overwritten on a terminal is not shown, and a time in front is in each line of GitHub's logs. */
function plainLine(line: string): string {
  const written = line.replace(/\r+$/, "").split("\r").at(-1) ?? "";
  return written.replace(/^\uFEFF?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z ?/, "");
}

/** Keys that can be recognised by their form. Hosts mask those that they know themselves. */
const secrets = [
  /\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255})/g,
  /\bgl(?:pat|ptt|rt|dt|cbt|ft|soat|agent|oas)-[A-Za-z0-9_.-]{20,300}/g,
  /\bsk-[A-Za-z0-9_-]{20,300}/g,
  /\bsvc_[a-z]+_[A-Za-z0-9_-]{20,300}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,300}/g,
  /\beyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,2000}/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,10000}?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
];

function redactSecrets(text: string): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, "***"), text);
}
