// The states of a check of a repository, and why one fails. Pure.

export const checkStatuses = ["pending", "ok", "failed"] as const;

/** Why a repository cannot be used. The `error` of the check says it in a sentence. */
export const checkFailures = [
  /** There is no repository at this address, or none that the runner can see. */
  "not_found",
  /** The repository needs credentials that the runner does not have, or refuses those that it has. */
  "no_access",
  /** The runner does not use this address: it is a folder that its configuration does not name, for instance. */
  "not_allowed",
  /** The host did not answer. */
  "unreachable",
  /** The runner's machine does not know the SSH key of the host. */
  "host_key",
  /** The runner's machine does not trust the certificate of the host. */
  "certificate",
  /** The repository has no commit yet. */
  "no_branches",
  /** The branch that was asked for does not exist, or the repository has no default branch. */
  "no_branch",
  /** No runner has checked the repository in time. */
  "not_checked",
  "other",
] as const;
export type CheckFailure = (typeof checkFailures)[number];
