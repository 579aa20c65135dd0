// A service may be older than the runner. It refuses calls with fields and words that it does not know, so the runner
// says less to it. All that is left out is for people to see, or is work that such a service does not have.
import type { Args, OperationName } from "./operations";

type Forms = { [Name in OperationName]?: (args: Args<Name>) => Args<Name> | null };

const laterKinds: ReadonlySet<string> = new Set(["repository.check", "run.continue", "pullRequest.look"]);

const forms: Forms = {
  "job.claim": ({ kinds, ...claim }) => {
    const known = kinds?.filter((kind) => !laterKinds.has(kind)) ?? [];
    return known.length === 0 ? null : { ...claim, kinds: known };
  },
  "sandbox.create": ({ folder: _folder, ...sandbox }) => sandbox,
  "run.updateProgress": ({ runId, progress }) => {
    if (typeof progress === "string" || progress.resultBranch == null) return null;
    return { runId, progress: { message: `The work is on the branch ${progress.resultBranch}.` } };
  },
};

/** The call as version 0.1.0 of the service understands it. Null when it has no other form. */
export function firstVersionOf<Name extends OperationName>(operation: Name, args: Args<Name>): Args<Name> | null {
  const older: Forms[Name] = forms[operation];
  return older === undefined ? null : older(args);
}
