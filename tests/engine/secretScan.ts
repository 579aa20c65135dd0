// Searches bytes for secrets, in every form in which they might be written.
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

type Secrets = ReadonlyMap<string, string>;

/** Returns each finding as `<secret>, as <form>, in <place>`. */
export function findSecrets(secrets: Secrets, places: ReadonlyMap<string, Buffer>): string[] {
  const found = new Set<string>();
  for (const [name, secret] of secrets) {
    for (const half of halves(secret)) {
      for (const [form, text] of formsOf(half)) {
        for (const [place, bytes] of places) if (bytes.includes(text)) found.add(`${name}, as ${form}, in ${place}`);
      }
    }
  }
  return [...found].sort();
}

/** Returns every file below `directory`, by its path. */
export function readFiles(directory: string): Map<string, Buffer> {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => statSync(path.join(directory, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(path.join(directory, name))]));
}

/**
 * Returns both halves of a secret; finding one half is enough. A file that keeps a long text on several pages may split
 * one half in two, but not both.
 */
function halves(secret: string): string[] {
  const characters = Array.from(secret);
  const middle = Math.floor(characters.length / 2);
  return [characters.slice(0, middle).join(""), characters.slice(middle).join("")];
}

export function formsOf(text: string): Map<string, string | Buffer> {
  const bytes = Buffer.from(text);
  const hex = bytes.toString("hex");
  const json = inJson(text);
  const forms = new Map<string, string | Buffer>([
    ["plain text", text],
    ["UTF-16", Buffer.from(text, "utf16le")],
    ["JSON", json],
    ["JSON in JSON", inJson(json)],
    ["JSON in ASCII", json.replaceAll(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)],
    ["part of a URL", encodeURIComponent(text)],
    ["part of a form", new URLSearchParams([["", text]]).toString().slice(1)],
    ["hex", hex],
    ["upper-case hex", hex.toUpperCase()],
  ]);
  for (const offset of [0, 1, 2]) {
    const base64 = withinBase64(bytes, offset);
    forms.set(`base64 after ${offset} bytes`, base64);
    forms.set(`base64url after ${offset} bytes`, base64.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return new Map([...forms].filter(([form, encoded]) => form === "plain text" || encoded !== text));
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/**
 * Returns the part of the base64 text that does not depend on the neighbouring bytes, when `offset` bytes precede it.
 */
function withinBase64(bytes: Buffer, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
  const wholeCharacters = Math.floor(((offset + bytes.length) * 8) / 6);
  return encoded.slice(offset === 0 ? 0 : offset + 1, wholeCharacters);
}
