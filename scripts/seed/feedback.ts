// Makes what is shown beside a run's changes: a file that proves them, and what was said about them.
import { keepFile } from "./artifacts";
import type { Service } from "./service";
import type { Assignment } from "./work";

export async function keepReport(service: Service, { topic }: Assignment, sandboxId: string): Promise<void> {
  const bytes = Buffer.from(`TAP version 14\n1..1\nok 1 - ${topic.area}\n`);
  await keepFile(service, sandboxId, { name: "report.tap", mediaType: "text/plain", bytes });
}

/** An item that is open is shown in the inbox of the project only while its run is over. */
export async function reportFeedback(service: Service, { runId, topic }: Assignment): Promise<void> {
  const author = { login: "ada", canWrite: true, isBot: false };
  const comment = { key: "comment/1", kind: "comment", title: `Comment on ${topic.file}`, path: topic.file, line: 2 };
  const check = { key: "check/build", kind: "check", title: "build has failed", text: `not ok 1 - ${topic.area}` };
  const items = [
    { ...comment, text: "A test would help here.", author },
    { ...check, isResolved: true },
  ];
  await service.call("run.reportFeedback", { runId, items });
}
