// What completion knows about the service: ids and names, within the time that a person waits for a key press.
import { readProfiles } from "../config/profiles";
import type { Known } from "../frame/command";
import type { Context } from "../frame/context";
import type { Candidate } from "./candidates";

const maxWaitMs = 1500;
const maxCandidates = 50;

/** Completion never fails aloud: without an answer in time there is nothing to offer. */
export async function lookUp(context: Context, known: Known): Promise<Candidate[]> {
  const found: Candidate[] = [];
  try {
    for await (const candidate of candidatesOf(context, known)) {
      found.push(candidate);
      if (found.length === maxCandidates) break;
    }
  } catch {
    // No key, no service, or no right to see it.
  }
  return found;
}

async function* candidatesOf(context: Context, known: Known): AsyncGenerator<Candidate> {
  if (known === "profile") {
    const { profiles } = readProfiles(context.profilesFile, () => {});
    for (const [word, { project }] of Object.entries(profiles)) yield { word, about: project };
    return;
  }
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(maxWaitMs)]);
  const options = { signal, maxRetries: 0 };
  const client = context.client();
  switch (known) {
    case "workflow":
      for await (const { name } of client.workflows.list({}, options)) yield { word: name, about: "" };
      return;
    case "run":
      for await (const { runNumber, name, status } of client.runs.list({ limit: maxCandidates }, options))
        yield { word: String(runNumber), about: `${status}: ${name}` };
      return;
    case "issue":
      for await (const { id, title } of client.issues.list({ limit: maxCandidates }, options))
        yield { word: id, about: title };
      return;
    case "question":
      for await (const { id, title } of client.runs.questions({ status: "waiting" }, options))
        yield { word: id, about: title };
      return;
    case "task":
      for await (const { id, title } of client.recurringTasks.list({}, options)) yield { word: id, about: title };
      return;
    case "webhook":
      for await (const { id, url } of client.webhooks.list({}, options)) yield { word: id, about: url };
      return;
    case "key":
      for await (const { id, name, status } of client.project.apiKeys({}, options))
        yield { word: id, about: `${name} (${status})` };
      return;
  }
}
