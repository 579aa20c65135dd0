// The client of one project. Its methods are made from the table of endpoints.
import type { Namespaces } from "./_generated/namespaces.js";
import { table } from "./_generated/table.js";
import { follow } from "./following.js";
import type { Item } from "./following.js";
import { List } from "./lists.js";
import type { Page } from "./lists.js";
import type { AnswerOf, Arguments, InputOf, OperationName } from "./methods.js";
import { methodName, place, requestOf, rowNamed, rowsOf, wordOf } from "./endpoints.js";
import type { AnyMethod, Input, Namespace, Row } from "./endpoints.js";
import { connect } from "./service.js";
import type { CallOptions, Service, SwitchyardOptions } from "./service.js";
import { endOf, waitForRun } from "./waiting.js";
import type { Run, RunMethods, WaitOptions, Waited } from "./waiting.js";

// eslint-disable-next-line typescript/no-unsafe-declaration-merging -- The table has what the interface says.
export interface Switchyard extends Omit<Namespaces, "runs"> {
  runs: Namespaces["runs"] & {
    /** Resolves when the run is over or needs somebody. */
    wait: (id: string, options?: WaitOptions) => Promise<Waited>;
  };
}

/** `const client = new Switchyard({ baseUrl: "http://127.0.0.1:3211", apiKey })` */
// eslint-disable-next-line typescript/no-unsafe-declaration-merging -- The table has what the interface says.
export class Switchyard {
  private readonly service: Service;

  constructor(options: SwitchyardOptions) {
    this.service = connect(options);
    const methods: Namespace = {};
    for (const row of rowsOf(table)) place(methods, methodName(row), methodOf(this.service, row));
    Object.assign(this, methods);
    const runs = this.runs as RunMethods;
    place(methods, ["runs", "wait"], (id: string, waiting?: WaitOptions) => waitForRun(runs, id, waiting));
  }

  /** Calls any endpoint by its method and path. A list answers with a page. */
  async request<Name extends OperationName>(
    name: Name,
    ...[input, options]: Arguments<InputOf<Name>>
  ): Promise<AnswerOf<Name>> {
    return (await call(this.service, rowNamed(name), input, options)) as AnswerOf<Name>;
  }
}

function methodOf(service: Service, row: Row): AnyMethod {
  switch (row.kind) {
    case "l":
      return (input?: Input, options?: CallOptions) => {
        const load = (cursor?: string) =>
          call(service, row, cursor === undefined ? input : { ...input, cursor }, options);
        return new List(load as (cursor?: string) => Promise<Page<unknown>>);
      };
    case "f":
      return (...[first, second]: [string, (Input & CallOptions)?] | [(Input & CallOptions)?]) =>
        typeof first === "string" ? followRow(service, row, { id: first }, second) : followRow(service, row, {}, first);
    default:
      return (input?: Input, options?: CallOptions) => call(service, row, input, options);
  }
}

async function call(service: Service, row: Row, input: Input = {}, options: CallOptions = {}): Promise<unknown> {
  if (sendsBytes(row)) return await service.bytes(requestOf(row, input), options);
  const body = await service.call(requestOf(row, input), options);
  return "hasMore" in body ? body : body["data"];
}

const pathsOfBytes = new Set(rowsOf(table).flatMap(({ kind, path }) => (kind === "b" ? [path] : [])));

/** A row that was made from the name of its endpoint does not say it. */
function sendsBytes({ kind, path }: Row): boolean {
  return kind === "b" || (kind === "g" && pathsOfBytes.has(path));
}

function followRow(service: Service, row: Row, which: Input, options: Input & CallOptions = {}): AsyncGenerator<Item> {
  const { signal, timeoutMs, after, ...query } = options;
  const callOptions = { signal, timeoutMs };
  return follow(
    service,
    {
      after: after === undefined ? undefined : wordOf(after),
      request: (position) => requestOf(row, { ...query, ...which, ...position }),
      isOver: async () => row.path === "/runs/events" && (await isRunOver(service, which, callOptions)),
    },
    callOptions,
  );
}

/** A run is the only thing with a list that ends. */
async function isRunOver(service: Service, which: Input, options: CallOptions): Promise<boolean> {
  const run = (await call(service, rowNamed("GET /runs/get"), which, options)) as Run;
  return endOf(run) !== null;
}
