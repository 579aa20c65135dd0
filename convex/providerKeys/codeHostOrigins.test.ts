import { describe, expect, it } from "vitest";
import { originsOfRepository, readOrigin, readOrigins, refusalReason } from "./codeHostOrigins";

const trusted = { origins: ["https://code.example"], mayUseHttp: false };

/** Every address that can be put together from these parts. */
function generated(): string[] {
  const schemes = ["https://", "HTTPS://", "http://", "ssh://", "https:/", "https:", "//", "file://", "ext::", ""];
  const users = ["", "git@", "me:secret@", "code.example@", "code.example:443@", String.raw`code.example\@`, "@"];
  const hosts = [
    "code.example",
    "Code.EXAMPLE",
    "code.example.",
    "code.example.evil.example",
    "evil.example",
    "xcode.example",
    "code.example:443",
    "code.example:80",
    "code.example:8443",
    "code%2eexample",
    "cоde.example",
    "code。example",
    "*.example",
    "127.0.0.1",
    "[::1]",
    "",
  ];
  const rests = [
    "",
    "/",
    "/acme/shop.git",
    "/@evil.example/",
    String.raw`\@evil.example/`,
    "?@evil.example",
    "#x",
    "\t/a",
  ];
  return schemes.flatMap((scheme) =>
    users.flatMap((user) => hosts.flatMap((host) => rests.map((rest) => scheme + user + host + rest))),
  );
}

/** Written apart from the code under test: the ways to write an address at this host that all programs read alike. */
const atTheHost =
  /^https:\/\/(?:[^\s\\/?#@]*@)?(?:code\.example|code%2eexample|code。example)(?::443)?(?:[/?#][^\s\\]*)?$/i;

describe("the key of https://code.example", () => {
  it("may be sent to the addresses at that host only", () => {
    const all = generated();
    const allowed = all.filter((address) => refusalReason(address, trusted) === null);
    expect(allowed.filter((address) => !atTheHost.test(address))).toEqual([]);
    expect(all.filter((address) => atTheHost.test(address) && !allowed.includes(address))).toEqual([]);
    expect(allowed.length).toBeGreaterThan(100);
    expect(all.length - allowed.length).toBeGreaterThan(8000);
  });

  it("is sent over plain http only to its own http origins, and only with the operator's consent", () => {
    const address = "http://code.example/acme/shop";
    const plain = { origins: ["http://code.example"], mayUseHttp: false };
    expect(refusalReason(address, { ...trusted, mayUseHttp: true })).toBe("another origin");
    expect(refusalReason(address, plain)).toBe("plain http");
    expect(refusalReason(address, { ...plain, mayUseHttp: true })).toBeNull();
    expect(refusalReason("https://code.example/", { ...plain, mayUseHttp: true })).toBe("another origin");
  });
});

it.each([
  ["https://github.com/acme/shop.git", "https://github.com"],
  ["https://user:password@GitHub.com:443/acme/shop", "https://github.com"],
  ["https://git.example:8443/a/b", "https://git.example:8443"],
  ["http://git.example/a/b", "http://git.example"],
  ["git@github.com:acme/shop.git", "https://github.com"],
  ["github.com:acme/shop.git", "https://github.com"],
  ["ssh://git@git.example:2222/acme/shop", "https://git.example"],
  ["git://git.example/acme/shop", "https://git.example"],
])("The repository %s is at the origin %s", (address, origin) => {
  expect(originsOfRepository(address)).toEqual([origin]);
});

it.each([
  null,
  "",
  "/srv/git/shop.git",
  "../shop",
  "file:///srv/shop",
  "https://",
  "https://*.example/a",
  "ext::sh -c x",
])("The repository %j is at no origin", (address) => {
  expect(originsOfRepository(address)).toEqual([]);
});

it.each([
  ["https://GitHub.com/", "https://github.com"],
  ["https://git.example:443", "https://git.example"],
  ["http://127.0.0.1:3000", "http://127.0.0.1:3000"],
])("%s is the origin %s", (text, origin) => {
  expect(readOrigin(text)).toBe(origin);
});

it.each([
  "github.com",
  "https://github.com/acme",
  "https://a@github.com",
  "https://@github.com",
  "https://github.com?",
])("%s is not an origin", (text) => {
  expect(readOrigin(text)).toBeNull();
});

it("A list of origins has commas, and one wrong entry makes the whole list wrong", () => {
  expect(readOrigins(" https://github.com, https://git.example:8443 ,")).toEqual([
    "https://github.com",
    "https://git.example:8443",
  ]);
  expect(readOrigins("https://github.com, github.com")).toBeNull();
});
