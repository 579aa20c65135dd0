import { describe, expect, it } from "vitest";
import { expectWithin } from "../../tests/support/measuredLimit";
import { findAddressProblem, redactCredentials, shownAddress } from "./repositoryAddress";

describe("the address of a repository", () => {
  it.each([
    "https://code.example/acme/shop.git",
    "http://127.0.0.1:3000/shop",
    "ssh://git@code.example/shop",
    "file:///srv/shop.git",
    "git@code.example:acme/shop",
    "code.example:shop",
    "/srv/shop.git",
    " /srv/shop.git ",
  ])("%s can be used", (address) => expect(findAddressProblem(address)).toBe(null));

  it.each(["~/shop", "~", "~me/shop", " ~/shop"])("%s is refused, and the message asks for the whole path", (address) =>
    expect(findAddressProblem(address)).toContain("write the whole path, such as /home/me/shop"),
  );

  it.each(["shop", "./shop", "../shop", "code.example/acme/shop", "./a:b", "srv/a:b"])(
    "%s is refused as relative, and the message shows what to write",
    (address) => expect(findAddressProblem(address)).toContain("https://host/team/shop.git"),
  );
});

describe("a text without credentials", () => {
  it.each([
    ["https://ada:secret@code.example/1", "https://***@code.example/1"],
    ["see HTTPS://secret@code.example/1 now", "see HTTPS://***@code.example/1 now"],
    ["ssh://git:secret@code.example/shop", "ssh://***@code.example/shop"],
    ["x".repeat(40) + "://git:secret@code.example", "x".repeat(40) + "://***@code.example"],
  ])("%s is %s", (text, redacted) => expect(redactCredentials(text)).toBe(redacted));

  it.each(["ssh://git@code.example/shop", "git@code.example:shop", "https://code.example/@ada", "ada@example.com: 5"])(
    "%s stays",
    (text) => expect(redactCredentials(text)).toBe(text),
  );

  it("takes a time that grows with the length of the text", () => {
    const startedAtMs = performance.now();
    expect(redactCredentials("x".repeat(50_000))).toHaveLength(50_000);
    expectWithin(500, performance.now() - startedAtMs, "milliseconds for a long word");
  });
});

describe("the address that people see", () => {
  it.each([
    ["https://ada:secret@code.example/1", "https://***@code.example/1"],
    ["https://secret@code.example/1", "https://***@code.example/1"],
    ["https://ada:two secrets@code.example/1", "https://***@code.example/1"],
    ["https://ada:se@cret@code.example/1", "https://***@code.example/1"],
    ["https://ada:sec/ret@code.example/1", "https://***@code.example/1"],
    ["ftp://secret@code.example/1", "ftp://***@code.example/1"],
    ["ssh://git:secret@code.example/1", "ssh://***@code.example/1"],
    ["http::https://ada:secret@code.example/1", "http::https://***@code.example/1"],
  ])("%s is shown as %s", (address, shown) => expect(shownAddress(address)).toBe(shown));

  it.each([
    "https://code.example/acme/shop.git",
    "https://code.example:8443/team/@scope/shop.git",
    "https://[::1]:8443/team/@scope/shop.git",
    "ssh://git@code.example:22/shop",
    "git@code.example:acme/shop",
    "/srv/shop@2.git",
    "https://***@code.example/1",
  ])("%s is shown as it is", (address) => expect(shownAddress(address)).toBe(address));
});
