// What the parts of the application know of one another. Made once, in engineApplication.ts.
import type { Database } from "../database/database";
import type { Environment } from "./environment";
import type { FileStore } from "./fileStore";
import type { FunctionHandles } from "./functionPath";
import type { FunctionLog } from "./functionLog";
import type { FunctionRunner } from "./functionRunner";
import type { QueriesTogether } from "./queriesTogether";
import type { AskedQueries } from "./askedQueries";
import type { QueryCache } from "./queryCache";
import type { Scheduler } from "./scheduler";

export interface Services {
  readonly instanceName: string;
  readonly now: () => number;
  readonly database: Database;
  readonly environment: Environment;
  readonly files: FileStore;
  readonly handles: FunctionHandles;
  readonly log: FunctionLog;
  readonly cache: QueryCache;
  readonly askedQueries: AskedQueries;
  readonly together: QueriesTogether;
  readonly runner: FunctionRunner;
  readonly scheduler: Scheduler;
}
