// Replaces what differs from run to run in an answer (ids, times, secrets, cursors), so that answers can be compared
// word for word.

const publicOrDocumentId = /\b(?:([a-z]+)_)?([0-9a-z]{32})\b/g;
const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const isoTime = /\b\d{4}-\d{2}-\d{2}T[\d:.]+Z/g;
const isoDay = /\b\d{4}-\d{2}-\d{2}\b/g;
const apiKey = /\bsvc_(?:test|live|runner|hook|agent_[0-9a-z]+)_[0-9A-Za-z]+/g;
const signingSecret = /\bwhsec_[0-9A-Za-z+/=]+/g;
/** Fields whose texts are opaque to clients. */
const opaque = new Set(["nextCursor", "continueCursor", "splitCursor", "requestId", "traceparent", "uploadUrl"]);
/** Fields whose numbers depend on how fast the test runs. */
const measured = new Set(["activeDurationMs", "durationMs"]);
/** Numbers from here on are times in epoch milliseconds. */
const earliestMs = Date.UTC(2020, 0);

/** Returns the function that shows answers. It gives each id the same name in all of them. */
export function sameWords(): (answer: string) => string {
  const names = new Map<string, string>();
  const nameOf = (_all: string, prefix = "id", documentId: string): string => {
    const known = names.get(documentId) ?? `${prefix}#${names.size + 1}`;
    names.set(documentId, known);
    return known;
  };
  const text = (value: string): string =>
    value
      .replaceAll(publicOrDocumentId, nameOf)
      .replaceAll(uuid, "<uuid>")
      .replaceAll(isoTime, "<time>")
      .replaceAll(/(?<=127\.0\.0\.1:)\d+/g, "<port>")
      .replaceAll(isoDay, "<day>")
      .replaceAll(apiKey, "<key>")
      .replaceAll(signingSecret, "<secret>");
  const shown = (value: unknown, field: string | null): unknown => {
    if (Array.isArray(value)) return value.map((item) => shown(item, null));
    if (typeof value === "number" && field !== null && measured.has(field)) return `<${field}>`;
    if (typeof value === "number") return value >= earliestMs ? "<time>" : value;
    if (typeof value === "string") return field !== null && opaque.has(field) ? `<${field}>` : text(value);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(entries.map(([name, item]) => [text(name), shown(item, name)]));
  };
  return (answer) => {
    try {
      return JSON.stringify(shown(JSON.parse(answer), null));
    } catch {
      return text(answer);
    }
  };
}
