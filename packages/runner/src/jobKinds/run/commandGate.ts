// The gate of a step that is a command: it runs in a clean checkout of the commit, isolated as agents are, with none of
// their variables. What has run in the worktree proves nothing, because the agent may have prepared it.
import { IsolationError } from "../../agents/isolation/contract";
import { removeFileBelow } from "../../agentFiles/removeFile";
import { launchSettings } from "../../agents/createAgent";
import type { Step } from "../../service/claims";
import { readReport } from "../../testReports/readReport";
import type { TestResults } from "../../testReports/testResults";
import { lastBytes } from "../../text/lastBytes";
import { objectsFolder } from "../../git/isolatedGit";
import { withCleanCheckout } from "../../worktrees/cleanCheckout";
import { runProgram } from "../../worktrees/runProgram";
import type { ProgramResult } from "../../worktrees/runProgram";
import { needsSetup, SetupError, setUpWorktree } from "../../worktrees/setup";
import type { RunContext } from "./context";

type Gate = NonNullable<Step["gate"]>;
export type CommandGate = Extract<Gate, { kind: "command" }>;

/** What a command gate has shown, as the service takes it. */
export interface CommandShown {
  verdict: { pass: boolean; feedback: string };
  proof: { commit: string; exitCode: number; durationMs: number; output: string };
  testResults: TestResults | null;
}

/** The service takes as many bytes. */
const maxOutputBytes = 65_536;
/** What shells answer for a program that is not there. */
const noProgram = 127;

export async function showCommandGate(work: RunContext, gate: CommandGate, commit: string): Promise<CommandShown> {
  const { job, run, mirror } = work;
  job.reportProgress(`checks ${commit.substring(0, 12)} with ${gate.command.join(" ")}`);
  const name = `${run.id}-${run.attempt}-gate`;
  return await withCleanCheckout(job.tools, { mirror, commit, name }, async (folder) => {
    const result = await runIn(work, gate, folder);
    const output = lastBytes(result.output, maxOutputBytes);
    const { exitCode, durationMs } = result;
    const report = gate.report === null ? null : await readReport(folder, gate.report);
    const testResults = report !== null && "results" in report ? report.results : null;
    const faults = [
      exitCode === 0 ? null : `The command has ended with exit code ${exitCode}.`,
      testResults === null || testResults.failed === 0 ? null : `${testResults.failed} tests have failed.`,
      // A command that leaves no results where the workflow expects them has not shown what it should.
      report !== null && "fault" in report ? report.fault : null,
    ].filter((fault) => fault !== null);
    const feedback = faults.join(" ");
    return {
      verdict: { pass: faults.length === 0, feedback },
      proof: { commit, exitCode, durationMs, output },
      testResults,
    };
  });
}

async function runIn(work: RunContext, gate: CommandGate, folder: string): Promise<ProgramResult> {
  const { job, mirror } = work;
  const { isolation, folders } = job.tools;
  const place = { worktree: folder, readable: [objectsFolder(mirror.folder)], env: {}, isolation };
  const wanted = { command: gate.command, timeoutMs: gate.timeoutMs, maxOutput: maxOutputBytes, signal: job.signal };
  const settings = launchSettings(job.tools.configuration.gates, [], []);
  try {
    if (needsSetup(job)) await setUpWorktree(job, { mirror, worktree: folder, env: {} });
    // A report that is part of the commit says what the agent has written, and not what the command has found.
    if (gate.report !== null) await removeFileBelow(folder, gate.report.path);
    return await runProgram(settings, { ...place, temporary: folders.temporary }, wanted);
  } catch (error) {
    if (error instanceof SetupError) return { exitCode: 1, durationMs: 0, output: `${error.message}\n${error.output}` };
    if (error instanceof IsolationError) return { exitCode: noProgram, durationMs: 0, output: error.message };
    throw error;
  }
}
