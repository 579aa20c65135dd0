// Where webhooks may go: web addresses of the internet. With an address inside a network, anybody who makes a webhook
// could send requests from the place of the service in it. This file judges the name and the literal address, on every
// deployment. The embedded one also judges what a name resolves to, when it connects (posting.ts). Pure.

export const maxUrlLength = 2000;

export interface AllowedAddresses {
  /** Whether only this machine can reach the deployment. Then its own programs may receive messages, by http too. */
  mayUseLoopback: boolean;
}

/** Returns the end of a sentence about an address that is refused, such as `must begin with https://`, or null. */
export function findUrlProblem(text: string, { mayUseLoopback }: AllowedAddresses): string | null {
  // Programs disagree about white space and backslashes in addresses.
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return "must be a web address with https://";
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || authorityOf(text).includes("@"))
    return "must not contain a user or a password";
  const host = hostOf(url);
  if (isLoopbackHost(host)) {
    return mayUseLoopback ? null : "must not be an address of the machine on which the service runs";
  }
  if (isInsideHost(host)) return "must not be a private, local or metadata address";
  return url.protocol === "https:" ? null : "must begin with https://";
}

/** Whether an allowed address is one of this machine. */
export function isLoopbackUrl(text: string): boolean {
  return isLoopbackHost(hostOf(new URL(text)));
}

function authorityOf(text: string): string {
  return text.replace(/^https?:\/\//i, "").split(/[/?#]/, 1)[0] ?? "";
}

/**
 * The host in one spelling. The parser has turned decimal, octal, hexadecimal and short spellings of IPv4 into the
 * usual one, and names into lower case; a dot at the end means the same name.
 */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/\.+$/, "");
}

function isLoopbackHost(host: string): boolean {
  if (host === "localhost") return true;
  const address = addressOf(host);
  return address !== null && (address.kind === "v4" ? address.bytes[0] === 127 : isV6Loopback(address.groups));
}

const insideNames = ["local", "internal", "localhost", "localdomain", "home.arpa"];

function isInsideHost(host: string): boolean {
  const address = addressOf(host);
  if (address === null) return isInsideName(host);
  return address.kind === "v4" ? isInsideV4(address.bytes) : isInsideV6(address.groups);
}

/** A name without a dot is resolved by the search list of the machine. */
function isInsideName(host: string): boolean {
  return !host.includes(".") || insideNames.some((name) => host === name || host.endsWith(`.${name}`));
}

type Address = { kind: "v4"; bytes: readonly number[] } | { kind: "v6"; groups: readonly number[] };

/** The literal address that a host is, with one that is mapped into IPv6 in its own form. Null for a name. */
function addressOf(host: string): Address | null {
  if (/^\d+(?:\.\d+){3}$/.test(host)) return { kind: "v4", bytes: host.split(".").map(Number) };
  if (!host.startsWith("[")) return null;
  const groups = groupsOf(host.slice(1, -1));
  const inner = embeddedV4(groups);
  return inner === null ? { kind: "v6", groups } : { kind: "v4", bytes: inner };
}

/** The eight numbers of an address in the parser's spelling, which has no dots and at most one `::`. */
function groupsOf(text: string): number[] {
  const [head = "", tail] = text.split("::");
  const numbers = (part: string) =>
    part
      .split(":")
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16));
  const [first, last] = [numbers(head), numbers(tail ?? "")];
  if (tail === undefined) return first;
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

/** IPv4 in IPv6: `::ffff:a.b.c.d`. Other forms lie outside the internet, and some networks lead them inside. */
function embeddedV4(groups: readonly number[]): number[] | null {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, high = 0, low = 0] = groups;
  const isMapped = [a, b, c, d, e].every((group) => group === 0) && f === 0xff_ff;
  return isMapped ? [high >> 8, high & 0xff, low >> 8, low & 0xff] : null;
}

function isV6Loopback(groups: readonly number[]): boolean {
  return groups.slice(0, 7).every((group) => group === 0) && groups[7] === 1;
}

/** Also what is reserved: multicast, documentation, benchmarks and addresses of protocols. */
function isInsideV4([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true;
  if (a === 100) return b >= 64 && b < 128;
  if (a === 169) return b === 254;
  if (a === 172) return b >= 16 && b < 32;
  if (a === 192) return b === 168 || (b === 0 && (c === 0 || c === 2));
  return a === 198 && (b === 18 || b === 19);
}

/** The internet has `2000::/3` alone, in which `2002::/16` has an IPv4 address inside. */
function isInsideV6([first = 0]: readonly number[]): boolean {
  return (first & 0xe0_00) !== 0x20_00 || first === 0x20_02;
}
