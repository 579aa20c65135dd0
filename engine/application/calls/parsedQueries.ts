// Queries that actions ask for, by the text of the request. A text that is asked often is parsed, looked up and checked
// only once.
import { memoryLimits } from "../../memoryLimits";
import type { Component, FunctionInvocation } from "../deployment/deployment";
import { cacheKey } from "./queryCache";

export interface ParsedQuery {
  readonly call: FunctionInvocation;
  readonly cacheKey: string;
}

const maxTextLength = 1_000;
/** A text of this length as the key, in the cache's key, and as values, which take a few times as much. */
const maxBytesOfEntry = 8 * maxTextLength;
const maxEntries = Math.floor(memoryLimits.parsedQueries / maxBytesOfEntry);

export class ParsedQueries {
  /**
   * The meaning of a text depends on the component and the deployment. A component object belongs to one deployment.
   */
  private readonly known = new WeakMap<Component, Map<string, ParsedQuery>>();

  /** `read` parses a text that was not asked before. It may throw. */
  find(component: Component, text: string, read: () => FunctionInvocation): ParsedQuery {
    const known = this.knownIn(component);
    const found = known.get(text);
    if (found !== undefined) return found;
    const call = read();
    const asked = { call, cacheKey: cacheKey(call.callee, JSON.stringify(call.args), null) };
    if (text.length > maxTextLength) return asked;
    if (known.size >= maxEntries) known.clear();
    known.set(text, asked);
    return asked;
  }

  private knownIn(component: Component): Map<string, ParsedQuery> {
    const known = this.known.get(component);
    if (known !== undefined) return known;
    const created = new Map<string, ParsedQuery>();
    this.known.set(component, created);
    return created;
  }
}
