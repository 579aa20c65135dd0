// What the parts of the application know of one another. Made once, in engineApplication.ts.
import type { Database } from "../database/database";
import type { Environment } from "./deployment/environment";
import type { FileStore } from "./files/fileStore";
import type { FunctionHandles } from "./deployment/functionPath";
import type { FunctionLog } from "./log/functionLog";
import type { FunctionRunner } from "./calls/functionRunner";
import type { QueriesTogether } from "./calls/queriesTogether";
import type { AskedQueries } from "./calls/askedQueries";
import type { QueryCache } from "./calls/queryCache";
import type { Scheduler } from "./schedule/scheduler";

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
