// Whose words may steer a run by themselves. The service decides by the rule of the run, whatever the runner thinks.
import type { FollowUp } from "../lib/followUp";
import type { ItemRequest } from "./requests";

/** Without a rule everybody who can write to the repository is trusted, as with `write`. */
export function isTrusted(
  rule: FollowUp | undefined,
  { kind, author, others }: Pick<ItemRequest, "kind" | "author" | "others">,
): boolean {
  // The host itself says so, and nobody's words are in it that could not be in the code.
  if (kind === "check" || kind === "conflict") return true;
  return author != null && [author, ...(others ?? [])].every((one) => isTrustedAuthor(rule, one));
}

function isTrustedAuthor(rule: FollowUp | undefined, author: NonNullable<ItemRequest["author"]>): boolean {
  if (isListed(rule, author.login)) return true;
  return (rule?.trust ?? "write") === "write" && author.canWrite && !author.isBot;
}

/** Hosts compare logins without regard to case. */
function isListed(rule: FollowUp | undefined, login: string): boolean {
  return rule?.trusted.some((listed) => listed.toLowerCase() === login.toLowerCase()) ?? false;
}
