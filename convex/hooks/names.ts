// Which pull requests a message of a code host names. Nothing else of it is used, and what is read here is only
// compared with what is known already. Pure.
import type { HookKind } from "./schema";

export interface Names {
  /** In small letters. */
  repository: string;
  numbers: number[];
  /** Commits that may be the newest of a request. */
  heads: string[];
}

/** A message about more requests is about the first of them. */
const maxNames = 50;

type Fields = Record<string, unknown>;

/** Null for a message that names no repository. */
export function namesIn(kind: HookKind, message: Fields): Names | null {
  const found = kind === "github" ? inGithub(message) : inGitlab(message);
  if (typeof found.repository !== "string") return null;
  return {
    repository: found.repository.toLowerCase(),
    numbers: distinct(found.numbers.filter((one): one is number => Number.isSafeInteger(one))),
    heads: distinct(found.heads.filter((one): one is string => typeof one === "string" && commit.test(one))),
  };
}

const commit = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

function distinct<Value>(values: Value[]): Value[] {
  return [...new Set(values)].slice(0, maxNames);
}

interface Found {
  repository: unknown;
  numbers: unknown[];
  heads: unknown[];
}

/** The names of the parts of GitHub's messages that are about a commit, and may list requests. */
const checkParts = ["check_run", "check_suite", "workflow_run", "workflow_job"];

function inGithub(message: Fields): Found {
  const issue = fieldsOf(message["issue"]);
  const checks = checkParts.map((part) => fieldsOf(message[part]));
  const requests = checks.flatMap((check) => listOf(check["pull_requests"]).map(fieldsOf));
  return {
    repository: fieldsOf(message["repository"])["full_name"],
    numbers: [
      fieldsOf(message["pull_request"])["number"],
      message["number"],
      // Requests are issues, too. Another issue has no request with its number.
      issue["number"],
      ...requests.map(({ number }) => number),
    ],
    // A push names the commit that was the newest before it.
    heads: [...checks.map(({ head_sha: head }) => head), message["sha"], message["before"], message["after"]],
  };
}

function inGitlab(message: Fields): Found {
  const about = fieldsOf(message["object_attributes"]);
  const isRequest = message["object_kind"] === "merge_request";
  return {
    repository: fieldsOf(message["project"])["path_with_namespace"],
    numbers: [isRequest ? about["iid"] : undefined, fieldsOf(message["merge_request"])["iid"]],
    heads: [about["sha"], message["sha"], message["before"], message["after"]],
  };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
