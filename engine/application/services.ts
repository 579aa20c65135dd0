// What the parts of the application know of one another. Made once, in engineApplication.ts.
import type { Database } from "../database/database";
import type { Environment } from "./deployment/environment";
import type { FileStore } from "./files/fileStore";
import type { FunctionLog } from "./log/functionLog";
import type { FunctionRunner } from "./calls/functionRunner";
import type { QueryCache } from "./calls/queryCache";
import type { Scheduler } from "./schedule/scheduler";

export interface Services {
  readonly now: () => number;
  readonly database: Database;
  readonly environment: Environment;
  readonly files: FileStore;
  readonly log: FunctionLog;
  readonly cache: QueryCache;
  readonly runner: FunctionRunner;
  readonly scheduler: Scheduler;
}
