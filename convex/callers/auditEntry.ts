// Says in the words of an entry of the audit log how a transaction has changed a row. Pure.
import { redactCredentials } from "../lib/repositoryAddress";
import { sortedJson } from "../lib/sortedJson";
import { truncate } from "../lib/textLength";
import { isoTime } from "../lib/times";
import type { AnyRow, Change } from "./observedWrites";

export type FieldChange = { from: unknown; to: unknown };
export type FieldChanges = Record<string, FieldChange>;

const secret = "[secret]";
const maxTextLength = 500;
const maxFields = 40;

/** The fields that say nothing to a client, or that change with every other field. */
const hidden = new Set([
  "_id",
  "_creationTime",
  "projectId",
  "searchText",
  "hash",
  "lastFour",
  "updatedAt",
  "updatedAtMs",
  "createdAtMs",
  "startedBy",
  "startsAfter",
  "statusBy",
  "expiryNotice",
  "boundAtMs",
]);

/** Fields that the API calls otherwise. */
const names: ReadonlyMap<string, string> = new Map([
  ["limitMicroUsd", "limitUsd"],
  ["replacedByKeyId", "replacedBy"],
  ["ciphertext", "key"],
]);

/** Fields that the API shows in another unit. */
const inUsd = new Set(["limitMicroUsd"]);

/** Fields with variables: their names are shown, and their values are not. */
const variables = new Set(["envVars", "deployEnvVars"]);

/** The field whose own fields are secrets, each of which is told apart. */
const sealedFields = "secrets";

/** Fields with secrets, at whichever depth. Whatever is called so in a table to come is not shown either. */
const isSecret = (field: string) => /(?:ciphertext|secret|token|password)$/i.test(field);

/** A moment, which clients see as a text without the unit in its name. A length such as `timeoutMs` stays a number. */
const isMoment = (field: string) => /(?:At|For|By|Until)Ms$/.test(field);

/** Fields that tell one thing from another, for a row that is new or gone. */
const identifying = new Set(["name", "title", "email", "role"]);

/** A value that is compared and never shown. */
class Sealed {
  constructor(readonly value: unknown) {}
}

/** Presents a text that may be the id of a document. */
type ShowText = (text: string) => string;

/**
 * Returns the fields that differ. A new row shows what identifies it and the fields that the request names, since the
 * others have their defaults; a row that is gone shows what identified it.
 */
export function changesOf(
  change: Pick<Change, "before" | "after">,
  requested: object,
  showText: ShowText,
): FieldChanges {
  const before = flat(change.before);
  const after = flat(change.after);
  const changes: FieldChanges = {};
  for (const field of fieldsOf(before, after, requested)) {
    const [from, to] = [before?.[field], after?.[field]];
    if (sortedJson(from) === sortedJson(to)) continue;
    if (Object.keys(changes).length === maxFields) break;
    changes[shownName(field)] = { from: shown(field, from, showText), to: shown(field, to, showText) };
  }
  return changes;
}

function flat(row: AnyRow | null): AnyRow | null {
  if (row === null) return null;
  const { [sealedFields]: sealed, ...others } = row;
  if (typeof sealed !== "object" || sealed === null) return others;
  const secrets = Object.entries(sealed).map(([field, value]) => [field, new Sealed(value)] as const);
  return { ...others, ...Object.fromEntries(secrets) };
}

function fieldsOf(before: AnyRow | null, after: AnyRow | null, requested: object): string[] {
  const all = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const told = all.filter((field) => !hidden.has(field));
  if (after === null) return told.filter((field) => identifying.has(field));
  if (before !== null) return told;
  const named = namesIn(requested);
  return told.filter((field) => identifying.has(field) || named.has(field) || named.has(shownName(field)));
}

/** The fields of a request. One that is prepared before its transaction has them in groups. */
function namesIn(requested: object): Set<string> {
  const isGroup = (value: unknown): value is object => typeof value === "object" && value !== null;
  return new Set([requested, ...Object.values(requested).filter(isGroup)].flatMap((group) => Object.keys(group)));
}

function shownName(field: string): string {
  return names.get(field) ?? (isMoment(field) ? field.replace(/Ms$/, "") : field);
}

function shown(field: string, value: unknown, showText: ShowText): unknown {
  if (value instanceof Sealed) return value.value === null ? null : secret;
  const told = tell(field, value, showText);
  if (typeof told === "string") return truncate(told, maxTextLength);
  const text = JSON.stringify(told);
  return text.length <= maxTextLength ? told : truncate(text, maxTextLength);
}

/** The inner fields of objects and lists are shown as those of rows. */
function tell(field: string, value: unknown, showText: ShowText): unknown {
  if (value === undefined || value === null) return null;
  if (isSecret(field)) return secret;
  if (variables.has(field) && Array.isArray(value)) return value.map((item) => withSecretValue(item));
  if (typeof value === "string") return redactCredentials(showText(value));
  if (typeof value === "number" && isMoment(field)) return isoTime(value);
  if (typeof value === "number" && inUsd.has(field)) return value / 1_000_000;
  if (Array.isArray(value)) return value.map((item) => tell(field, item, showText));
  if (typeof value !== "object") return value;
  const inner = Object.entries(value).filter(([name]) => !hidden.has(name));
  return Object.fromEntries(inner.map(([name, each]) => [shownName(name), tell(name, each, showText)]));
}

function withSecretValue(item: unknown): unknown {
  return typeof item === "object" && item !== null && "name" in item ? { name: item.name, value: secret } : secret;
}
