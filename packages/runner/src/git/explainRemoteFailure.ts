// Why git could not use a repository elsewhere, in words that somebody can act on. What git and the other side wrote is
// not repeated: it may hold paths of this machine, or anything that a hostile host wants people to read.

export interface RemoteFailure {
  reason: "not_found" | "no_access" | "unreachable" | "host_key" | "certificate" | "other";
  error: string;
}

interface Cause extends RemoteFailure {
  pattern: RegExp;
}

const unknownCause: RemoteFailure = {
  reason: "other",
  error: "git could not use the repository. The log of the runner has the reason.",
};

/** The first that matches is the cause: git ends nearly every failure with the same advice about access rights. */
const causes: readonly Cause[] = [
  {
    pattern: /\[remote rejected\]|hook declined/,
    reason: "other",
    error: "The host refuses the push, for instance by a rule that protects the branch.",
  },
  {
    pattern: /Host key verification failed|HOST IDENTIFICATION HAS CHANGED/,
    reason: "host_key",
    error:
      "The runner’s machine does not know the SSH key of this host, or knows another one. Connect to the host once by " +
      "hand there, with ssh and as the runner’s user.",
  },
  {
    pattern: /dubious ownership/,
    reason: "no_access",
    error:
      "The folder belongs to another user of the runner’s machine, so git does not read it. Start the runner as that " +
      "user, or add the folder to git’s safe.directory there.",
  },
  {
    pattern: /Permission denied|no mutual signature|Too many authentication failures/,
    reason: "no_access",
    error: "Access is refused: the runner’s user has no SSH key for this repository, or may not read its folder.",
  },
  {
    pattern: /Authentication failed|could not read (?:Username|Password)|returned error: 40[13]|Access denied/i,
    reason: "no_access",
    error:
      "The host asks for a login. Either there is no repository at this address, or it needs a token: set the project’s " +
      "key for the code host.",
  },
  {
    pattern:
      /repository (?:'.*' )?not found|returned error: 404|does not appear to be a git repository|could not be found/i,
    reason: "not_found",
    error: "There is no git repository at this address, or none that the runner may see.",
  },
  {
    pattern: /Could not resolve host/i,
    reason: "unreachable",
    error: "The runner’s machine knows no host of this name.",
  },
  {
    pattern: /certificate|SSL|TLS/i,
    reason: "certificate",
    error: "The runner’s machine does not trust the certificate of this host.",
  },
  {
    pattern: /took longer than|timed? ?out/i,
    reason: "unreachable",
    error: "The host did not answer in time.",
  },
  {
    pattern: /refused|Failed to connect|Couldn't connect|reset by peer|unreachable|No route|returned error: 5\d\d/i,
    reason: "unreachable",
    error: "The host cannot be reached from the runner’s machine, or answers with an error.",
  },
];

/** `output` is what git wrote. `refusal` says why the project's key did not go to this address, if it did not. */
export function explainRemoteFailure(output: string, refusal: string | null): RemoteFailure {
  const { reason, error } = causes.find(({ pattern }) => pattern.test(output)) ?? unknownCause;
  return { reason, error: reason === "no_access" && refusal !== null ? `${error} ${refusal}` : error };
}
