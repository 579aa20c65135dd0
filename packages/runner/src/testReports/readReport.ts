// Reads the report that a command of tests has left in its checkout.
import { readText } from "../agentFiles/readFile";
import { hasCode, NotPlainFileError } from "../agentFiles/openFile";
import { truncateWithEllipsis } from "../text/truncate";
import { readJunit } from "./junit";
import { readTap } from "./tap";
import { UnreadableReportError } from "./testResults";
import type { TestResults } from "./testResults";

export interface WantedReport {
  format: "junit" | "tap";
  path: string;
}

/** The length of a sentence about a report, which may quote it. */
const maxFault = 500;
const maxReportBytes = 20_000_000;
const readers = { junit: readJunit, tap: readTap } as const;

/** `fault` is a sentence about a report that is missing or cannot be read. */
export async function readReport(
  checkout: string,
  { format, path }: WantedReport,
): Promise<{ results: TestResults } | { fault: string }> {
  try {
    const text = await readText(checkout, path, maxReportBytes);
    if (text === null) return { fault: `The command has left no report at ${path}.` };
    return { results: readers[format](text) };
  } catch (error) {
    if (error instanceof UnreadableReportError) {
      return { fault: `The report ${path} ${truncateWithEllipsis(error.message, maxFault)}` };
    }
    if (error instanceof NotPlainFileError) return { fault: error.message };
    // The command may have taken its own file from everybody, and no system has files of every name.
    if (hasCode(error, "EACCES", "EPERM", "ENAMETOOLONG")) return { fault: `The report ${path} cannot be opened.` };
    throw error;
  }
}
