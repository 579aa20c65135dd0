import { describe, expect, it } from "vitest";
import { repositorySlug } from "./present";

describe("the slug of a repository", () => {
  it.each([
    ["https://code.example/acme/shop", "acme/shop"],
    ["https://code.example/acme/shop.git", "acme/shop"],
    ["https://code.example/acme/shop/", "acme/shop"],
    ["https://code.example/group/acme/shop.git", "acme/shop"],
    ["ssh://git@code.example:22/acme/shop.git", "acme/shop"],
    ["git@code.example:acme/shop.git", "acme/shop"],
    ["https://code.example/acme/shop.js", "acme/shop.js"],
    ["https://code.example/shop", null],
    ["https://code.example/", null],
    ["shop", null],
    [null, null],
  ])("%s: %s", (url, slug) => {
    expect(repositorySlug(url)).toBe(slug);
  });
});
