// `fetch` of actions. It is aborted when the action ends.
import type { Run } from "../run";
import { activeRun } from "../activeRun";
import { runOutsideGuest } from "../containment";
import { adoptCall } from "../openCalls";
import { nativeFetchArguments, Request } from "../web/request";
import { Response } from "../web/response";
import { agentFor, readTargetSpace } from "./addressSpace";
import { requireAction } from "./requireAction";

export function guestFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { realm } = activeRun().guest;
  try {
    const run = requireAction("fetch()");
    return adoptCall(
      run,
      "fetch",
      runOutsideGuest(() => fetched(run, input, init)),
    );
  } catch (error) {
    return realm.Promise.reject(error);
  }
}

async function fetched(run: Run, input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const [target, options] = nativeFetchArguments(input, init);
  const own = init.signal ?? (input instanceof Request ? input.signal : null);
  const signals = [own, run.environment.deadline?.signal].filter((signal) => signal !== null && signal !== undefined);
  const signal = signals.length > 0 ? { signal: AbortSignal.any(signals) } : {};
  const space = readTargetSpace(init);
  // Node would hand its own objects to a dispatcher of guest code.
  const agent = { dispatcher: space === null ? undefined : agentFor(space) };
  return Response.fromNative(await fetch(target, { ...options, ...signal, ...agent }));
}
