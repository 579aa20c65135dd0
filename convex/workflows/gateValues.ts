// The closed lists of gates. Data only.

export const gateKinds = ["command", "judge"] as const;
export type GateKind = (typeof gateKinds)[number];

/** What happens when a gate has not passed: the next iteration begins, a person is asked, or the run fails. */
export const gateFailures = ["repeat", "ask", "fail"] as const;

/** The formats in which a command can leave the results of its tests. */
export const reportFormats = ["junit", "tap"] as const;

/** What the gates of a run show: it has none, not all have passed yet, all have, one has not, or it was accepted. */
export const proofStatuses = ["none", "waiting", "passed", "failed", "accepted"] as const;
export type ProofStatus = (typeof proofStatuses)[number];
