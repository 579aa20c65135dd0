import { describe, expect, it } from "vitest";
import { separateLogin } from "./addressLogin";

describe("the login in an address", () => {
  it.each([
    ["https://a.example/b.git", "https://a.example/b.git", null],
    ["https://ada:p%40ss@a.example/b.git", "https://a.example/b.git", { user: "ada", password: "p@ss" }],
    ["https://ada:p@s:s@a.example/b", "https://a.example/b", { user: "ada", password: "p@s:s" }],
    ["HTTP://ada@a.example:81/b?c", "HTTP://a.example:81/b?c", { user: "ada", password: null }],
    ["https://:token@a.example/b", "https://a.example/b", { user: "", password: "token" }],
    ["https://a.example/b@c", "https://a.example/b@c", null],
    ["ssh://git@a.example/b", "ssh://git@a.example/b", null],
    ["git@a.example:b/c.git", "git@a.example:b/c.git", null],
    ["/srv/a:b@c.git", "/srv/a:b@c.git", null],
  ])("%s is separated", (address, url, login) => {
    expect(separateLogin(address)).toEqual({ url, login });
  });

  it.each([
    ["ssh://git:secret@a.example/b", "Leave it out."],
    ["https://ada:secret%0apath=x@a.example/b", "The login in https://***@a.example/b is not one"],
    ["https://ada:secret%@a.example/b", "The login in https://***@a.example/b is not one"],
    [String.raw`https://a.example\\@secret.example/b`, "is not one"],
  ])("%s is refused, without its password", (address, sentence) => {
    expect(() => separateLogin(address)).toThrow(sentence);
    expect(() => separateLogin(address)).not.toThrow("secret@");
  });
});
