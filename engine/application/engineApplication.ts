// The application: builds its parts and answers everything that the servers may ask.
import crypto from "node:crypto";
import type { Readable } from "node:stream";
import type { Database } from "../database/database";
import type { DataDirectory } from "../persistence/dataDirectory";
import { readOrCreateSecret } from "../persistence/secretFile";
import type { Contexts } from "../runtime/contract";
import { runContained } from "../runtime/pump";
import { lateRejections } from "../runtime/rejections";
import { DatabaseUnavailable } from "../value/databaseUnavailable";
import { FunctionError } from "../value/functionError";
import { ClientCalls } from "./calls/clientCalls";
import { FunctionRunner } from "./calls/functionRunner";
import { OpenCalls } from "./calls/openCalls";
import { QueryBatch } from "./calls/queryBatch";
import { QueryCache } from "./calls/queryCache";
import { Views } from "./calls/views";
import {
  RequestError,
  type ActivatedPush,
  type Application,
  type Caller,
  type ClientMutation,
  type ClientRequest,
  type FunctionCall,
  type EnvChange,
  type EnvGuard,
  type FunctionResult,
  type HttpActionResult,
  type IssuedToken,
  type LogEntry,
  type MutationResult,
  type Person,
  type PreparedPush,
  type PushedDefinition,
  type QueryView,
  type SchemaCheck,
  type SignInDocuments,
  type StoredFile,
} from "./contract";
import { Environment } from "./deployment/environment";
import { FunctionHandles } from "./deployment/functionPath";
import { Exports } from "./exports/exports";
import { FileStore } from "./files/fileStore";
import { Access, adminKeyOf } from "./identity/access";
import { AuthConfig } from "./identity/authConfig";
import { DevelopmentProvider } from "./identity/developmentProvider";
import { readProviders } from "./identity/providers";
import { TokenVerifier } from "./identity/tokenVerifier";
import { Imports } from "./imports/imports";
import { FunctionLog, type FinishedRun } from "./log/functionLog";
import { evaluateDefinitions } from "./push/definitions";
import { Pushes } from "./push/push";
import { Serving } from "./push/serving";
import { Crons } from "./schedule/crons";
import { Scheduler } from "./schedule/scheduler";
import { CursorCipher } from "./syscalls/cursorCipher";
import { applicationMetrics } from "./metrics";
import { FunctionCounts } from "./log/functionCounts";
import type { Family } from "../metrics/family";
import type { JsonObject } from "../value/json";

export interface ApplicationOptions {
  directory: DataDirectory;
  database: Database;
  instanceName: string;
  contexts: Contexts;
  now: () => number;
  /** The code with which a browser on this machine signs in. The default is a new one. */
  signInCode?: string | undefined;
  /** How many files may be uploaded with one token. */
  maxUploadsPerToken: number;
  /** Receives one record for each entry of the log. */
  writeLog: (record: JsonObject) => void;
  /** Receives what each call of a function has used. */
  observe?: ((run: FinishedRun) => void) | undefined;
}

export class EngineApplication implements Application {
  readonly instanceName: string;
  readonly exports: Exports;
  readonly imports: Imports;
  private readonly access: Access;
  private readonly authConfig: AuthConfig;
  private readonly clientCalls: ClientCalls;
  private readonly crons: Crons;
  private readonly environment: Environment;
  private readonly files: FileStore;
  private readonly log: FunctionLog;
  private readonly pushes: Pushes;
  private readonly runner: FunctionRunner;
  private readonly scheduler: Scheduler;
  private readonly serving: Serving;
  private readonly signInProvider: DevelopmentProvider;
  private readonly views: Views;
  private readonly openCalls = new OpenCalls();
  private readonly functionCounts = new FunctionCounts();
  private conflicts = 0;
  private envGuard: EnvGuard | null = null;

  /** Builds the parts, each after those that it uses. If two parts need each other, one receives a function. */
  constructor(private readonly options: ApplicationOptions) {
    const { database, directory, instanceName, now, contexts, maxUploadsPerToken } = options;
    this.instanceName = instanceName;
    database.writer.useJobRunner({ run: runContained, lateRejections });
    const secret = instanceSecret(database);
    const log = new FunctionLog(now, options.writeLog, options.observe);
    database.watchConflicts((conflict) => {
      this.conflicts += 1;
      log.recordConflict(conflict);
    });
    this.log = log;

    const tokens = new TokenVerifier(now);
    const adminKey = readOrCreateSecret(directory.adminKeyFile, adminKeyOf(instanceName));
    const environment = new Environment(database, directory.environmentKeyFile);
    this.environment = environment;
    this.access = new Access(adminKey, tokens);
    this.authConfig = new AuthConfig(tokens, environment, log);
    this.signInProvider = new DevelopmentProvider(tokens, directory.signInKeyFile, now, options.signInCode);

    const handles = new FunctionHandles(secret);
    const files = new FileStore({ database, now, folder: directory.filesFolder, secret, maxUploadsPerToken });
    this.files = files;

    const cache = new QueryCache();
    const queryBatch = new QueryBatch();
    const wake = (at: number) => this.scheduler.wakeAt(at);
    const syscalls = { instanceName, files, handles, cursors: new CursorCipher(secret), wake };
    const counts = this.functionCounts;
    const runner = new FunctionRunner({ database, cache, queryBatch, log, counts, now, syscalls });
    const serving = new Serving({ database, environment, cache, contexts });
    this.runner = runner;
    this.serving = serving;
    this.views = new Views({ database, cache, queryBatch, runner });

    const deployment = () => serving.deployment;
    this.clientCalls = new ClientCalls({ runner, openCalls: this.openCalls, log, deployment });
    const crons = new Crons({ database, runner, log, now, deployment });
    this.crons = crons;
    this.scheduler = new Scheduler({ database, runner, crons, log, now, deployment });
    this.pushes = new Pushes(database, crons, (push) => serving.serve(push));
    const { bytes } = files;
    this.exports = new Exports({ database, bytes, log, now, instanceName, folder: directory.exportsFolder });
    this.imports = new Imports({
      database,
      files,
      log,
      folder: directory.importsFolder,
      schemaTables: (component) => serving.schemaTables(component),
      tablesReplaced: () => this.tablesReplaced(),
    });

    const stored = this.pushes.load();
    if (stored !== null) serving.serve(stored);
  }

  hasCode(): boolean {
    return this.serving.deployment !== null;
  }

  get adminKey(): string {
    return this.access.adminKey;
  }

  /** Tells functions and files the addresses where clients reach them, then begins to run what is due. */
  async start(listening: Addresses, reached: Addresses): Promise<void> {
    this.environment.setSystem({ CONVEX_CLOUD_URL: reached.socketUrl, CONVEX_SITE_URL: reached.httpUrl });
    this.files.setOrigin(reached.socketUrl);
    this.signInProvider.serveAt(listening.socketUrl);
    await this.applyAuthConfig();
    await this.exports.load();
    await this.imports.load();
    await this.crons.load();
    await this.scheduler.start();
  }

  authenticate(authorization: string | undefined): Promise<Caller> {
    return this.access.authenticate(authorization);
  }

  isAdminKey(key: string): boolean {
    return this.access.isAdminKey(key);
  }

  signInDocuments(): Promise<SignInDocuments | null> {
    return this.signInProvider.documents();
  }

  signIn(person: Person): Promise<IssuedToken> {
    return this.signInProvider.issue(person);
  }

  signInCode(): string | null {
    return this.signInProvider.signInCode();
  }

  isSignInCode(text: string): boolean {
    return this.signInProvider.isSignInCode(text);
  }

  renewSignIn(token: string): Promise<IssuedToken> {
    return this.signInProvider.renew(token);
  }

  call(call: FunctionCall): Promise<FunctionResult> {
    return this.clientCalls.call(call);
  }

  mutate(call: ClientMutation): Promise<MutationResult> {
    return this.clientCalls.mutate(call);
  }

  openView(): QueryView {
    return this.views.open(this.serving.deployment);
  }

  callsBegun(): number {
    return this.openCalls.begun;
  }

  writesFail(): boolean {
    return this.options.database.writer.hasFailed;
  }

  async tryToWrite(): Promise<void> {
    try {
      await this.options.database.writer.tryToWrite();
    } catch (error) {
      throw error instanceof DatabaseUnavailable ? new RequestError(503, "Unavailable", error.message) : error;
    }
  }

  async metrics(): Promise<Family[]> {
    const { conflicts, options } = this;
    const { database, directory, now } = options;
    const hasCode = this.hasCode();
    const own = await applicationMetrics({ database, folder: directory.path, now, hasCode, conflicts });
    return [...own, ...this.functionCounts.families()];
  }

  committedTs(): bigint {
    return this.options.database.committedTs;
  }

  callHttpAction(request: Request, caller: Caller, client: ClientRequest): Promise<HttpActionResult> {
    return this.clientCalls.httpAction(request, caller, client);
  }

  async uploadFile(
    token: string,
    body: Readable,
    contentType: string | null,
    sha256: string | null,
  ): Promise<{ storageId: string }> {
    return await this.openCalls.track(async () => ({
      storageId: await this.files.upload(token, body, contentType, sha256),
    }));
  }

  async openFile(uuid: string): Promise<StoredFile | null> {
    return await this.files.open(uuid);
  }

  async preparePush(definitions: PushedDefinition[]): Promise<PreparedPush> {
    const importNow = this.options.now();
    const importSeed = crypto.randomBytes(32);
    try {
      const { environment } = this;
      const readEnv = (name: string) => environment.read(name);
      const evaluated = await evaluateDefinitions(definitions, { importNow, importSeed, readEnv });
      for (const { analysis } of evaluated) readProviders(analysis.auth);
      return this.pushes.prepare(evaluated, { importNow, importSeed });
    } catch (error) {
      if (error instanceof FunctionError) throw new RequestError(400, error.code, error.message);
      throw error;
    }
  }

  async checkSchema(pushId: string): Promise<SchemaCheck> {
    return await this.pushes.checkSchema(pushId);
  }

  async activatePush(pushId: string): Promise<ActivatedPush> {
    const activated = await this.pushes.activate(pushId, this.options.now());
    await this.applyAuthConfig();
    this.scheduler.wakeAt(this.options.now());
    return activated;
  }

  listEnv(): { name: string; value: string }[] {
    return this.environment.list();
  }

  guardEnv(guard: EnvGuard): void {
    this.envGuard = guard;
  }

  async changeEnv(changes: EnvChange[]): Promise<void> {
    const reasonAgainst = await this.envGuard?.reasonAgainst(changes);
    if (reasonAgainst) throw new RequestError(400, "EnvVarRefused", reasonAgainst);
    await this.applyEnv(changes);
    await this.envGuard?.changed();
  }

  private async applyEnv(changes: EnvChange[]): Promise<void> {
    const { push } = this.serving;
    if (push !== null) await this.authConfig.check(push, changes);
    await this.environment.change(changes);
    // Contexts may have read variables while their modules loaded, and cached results may contain variables.
    this.serving.startOver();
    await this.applyAuthConfig();
  }

  private async applyAuthConfig(): Promise<void> {
    const { push } = this.serving;
    if (push !== null) await this.authConfig.apply(push);
  }

  readLogs(cursor: number, waitMs: number, signal: AbortSignal): Promise<{ entries: LogEntry[]; newCursor: number }> {
    return this.log.read(cursor, waitMs, signal);
  }

  async close(graceMs: number): Promise<void> {
    const idle = this.openCalls.close();
    const scheduled = this.scheduler.stop();
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<void>((resolve) => (timer = setTimeout(resolve, graceMs)));
    await Promise.race([Promise.all([idle, scheduled]), grace]);
    clearTimeout(timer);
    await Promise.all([this.exports.stop(), this.imports.stop()]);
    this.runner.stop();
    this.serving.end();
  }

  /** An import has replaced tables, so nothing that was read from the earlier tables is valid. */
  private tablesReplaced(): void {
    this.serving.startOver();
    this.scheduler.wakeAt(this.options.now());
  }
}

interface Addresses {
  socketUrl: string;
  httpUrl: string;
}

/**
 * Proves that upload tokens, function handles and cursors come from this deployment. It stays the same over restarts
 * and pushes.
 */
function instanceSecret(database: Database): string {
  const [row] = database.readRows<[string]>("SELECT value FROM meta WHERE key = 'instance_secret'");
  if (row !== undefined) return row[0];
  const secret = crypto.randomBytes(32).toString("base64");
  database.setMeta("instance_secret", secret);
  return secret;
}
