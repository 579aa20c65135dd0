// The gate of a step as the editor holds it: all fields are texts, those of both kinds beside each other, so that
// nothing is lost when somebody tries the other kind.
import type { Workflow } from "../../domain/workflows/useWorkflows";
import { toLine, toWords } from "./commandWords";

type Gate = NonNullable<Workflow["steps"][number]["gate"]>;

export interface GateDraft {
  kind: "" | Gate["kind"];
  command: string;
  minutes: string;
  reportFormat: "" | "junit" | "tap";
  reportPath: string;
  passAt: string;
  rubric: string;
  onFail: Gate["onFail"];
}

const minuteMs = 60_000;

export const noGate: GateDraft = {
  kind: "",
  command: "",
  minutes: "20",
  reportFormat: "",
  reportPath: "",
  passAt: "",
  rubric: "",
  onFail: "repeat",
};

export function toGateDraft(gate: Gate | null): GateDraft {
  if (gate === null) return noGate;
  const { kind, onFail } = gate;
  if (kind === "judge") {
    return { ...noGate, kind, onFail, passAt: gate.passAt?.toString() ?? "", rubric: gate.rubric ?? "" };
  }
  const { command, timeoutMs, report } = gate;
  const reported = report === null ? {} : { reportFormat: report.format, reportPath: report.path };
  return { ...noGate, kind, onFail, command: toLine(command), minutes: String(timeoutMs / minuteMs), ...reported };
}

export function toGateRequest(draft: GateDraft) {
  const { kind, command, minutes, reportFormat, reportPath, passAt, rubric, onFail } = draft;
  switch (kind) {
    case "":
      return null;
    case "judge":
      return {
        kind,
        passAt: passAt.trim() === "" ? null : Number(passAt),
        rubric: rubric.trim() === "" ? null : rubric,
        onFail,
      };
    case "command":
      return {
        kind,
        command: toWords(command),
        timeoutMs: minutes.trim() === "" ? null : Math.round(Number(minutes) * minuteMs),
        report: reportFormat === "" ? null : { format: reportFormat, path: reportPath },
        onFail,
      };
  }
}
