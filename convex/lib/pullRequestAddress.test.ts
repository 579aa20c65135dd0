import { expect, it } from "vitest";
import { findPullRequest } from "./pullRequestAddress";

it.each<[string, string | null, number?]>([
  ["https://github.com/Acme/Shop/pull/7", "acme/shop", 7],
  ["https://github.com/acme/shop/pull/7/files?a=b#c", "acme/shop", 7],
  ["https://gitlab.example/group/sub/shop/-/merge_requests/12", "group/sub/shop", 12],
  ["https://gitlab.example/group/shop/merge_requests/12", "group/shop", 12],
  ["http://localhost:3000/acme/shop/pulls/3", "acme/shop", 3],
  ["https://code.example/1", null],
  ["https://github.com/acme/shop/pull/0", null],
  ["https://github.com/acme/shop/pull/7x", null],
  ["https://github.com/pull/7", null],
  ["https://github.com", null],
])("%s names %s", (url, repository, number) => {
  expect(findPullRequest(url)).toEqual(repository === null ? null : { repository, number });
});
