import { describe, expect, it } from "vitest";
import { mayReadElsewhere } from "./otherOrigins";
import { findPullRequestLocation } from "./pullRequestAddress";

describe("the address of a request", () => {
  it.each([
    ["https://github.com/acme/shop/pull/7", "github", "https://github.com/acme/shop", 7],
    ["http://127.0.0.1:3000/acme/shop/pull/12/", "github", "http://127.0.0.1:3000/acme/shop", 12],
    ["https://code.example/a/b/shop/-/merge_requests/3", "gitlab", "https://code.example/a/b/shop", 3],
    ["https://gitlab.com/a/shop/merge_requests/3?tab=1", "gitlab", "https://gitlab.com/a/shop", 3],
  ])("%s is at %s", (url, kind, repository, number) => {
    const place = findPullRequestLocation(url);
    expect([place?.kind, place?.repository.href, place?.number]).toEqual([kind, repository, number]);
  });

  it.each([
    "https://bitbucket.org/acme/shop/pull-requests/7",
    "https://github.com/acme/shop/issues/7",
    "https://github.com/acme/shop/pull/0",
    "https://github.com/acme/pull/7",
    "ssh://git@github.com/acme/shop/pull/7",
    "not an address",
  ])("%s is not one of a host that the runner knows", (url) => {
    expect(findPullRequestLocation(url)).toBeNull();
  });
});

describe("a log at another address", () => {
  it.each([
    [true, "https://api.github.com", "https://results.blob.core.windows.net/a?sig=1"],
    [true, "https://code.example", "https://code.example:8443/log"],
    [true, "http://127.0.0.1:3000", "http://127.0.0.1:3001/log"],
    [false, "https://code.example", "http://code.example/log"],
    [false, "https://code.example", "http://logs.example/log"],
    [false, "https://code.example", "https://10.0.0.1/log"],
    [false, "https://code.example", "https://[::1]/log"],
    [false, "https://code.example", "https://localhost/log"],
    [false, "https://code.example", "https://metadata.google.internal/log"],
    [false, "https://code.example", "https://me:pass@logs.example/log"],
  ])("%s: from %s it is read at %s", (isRead, from, target) => {
    expect(mayReadElsewhere(new URL(from), new URL(target))).toBe(isRead);
  });
});
