// An application that keeps everything in memory and lets a test set its answers.
import { Readable } from "node:stream";
import { createHash, randomUUID } from "node:crypto";
import {
  RequestError,
  type Application,
  type Caller,
  type ClientMutation,
  type FunctionCall,
  type FunctionResult,
  type HttpActionResult,
  type IndexChanges,
  type IssuedToken,
  type LogEntry,
  type PushedDefinition,
  type MutationResult,
  type QueryView,
  type Person,
  type SchemaCheck,
  type SignInDocuments,
  type StoredFile,
} from "../../application/contract";
import type { PushAnalysis } from "../../runtime/contract";

export const ADMIN_KEY = "fake|secret";

type Action = (request: Request, caller: Caller) => Promise<HttpActionResult> | HttpActionResult;

export class FakeApplication implements Application {
  readonly instanceName = "fake-instance";
  readonly calls: FunctionCall[] = [];
  readonly prepared = new Map<string, PushedDefinition[]>();
  readonly activated: string[] = [];
  readonly env = new Map<string, string>();
  readonly files = new Map<string, { bytes: Buffer; contentType: string | null }>();
  readonly logs: LogEntry[] = [];
  indexes: IndexChanges = { added: [], removed: [] };
  schemaCheck: SchemaCheck = { kind: "complete" };
  result: (call: FunctionCall) => Promise<FunctionResult> | FunctionResult = (call) => ({
    kind: "success",
    value: call.args,
    logLines: [],
  });
  action: Action = () => ({ kind: "response", response: new Response("hello") });
  readonly exports = { request: async () => {}, open: async () => null };
  readonly imports = {
    startUpload: async () => "upload",
    uploadPart: async (_token: string, _number: number, body: Readable) => String((await body.toArray()).length),
    finishUpload: async () => "import",
    perform: async () => {},
  };
  private wakeReaders: (() => void)[] = [];
  private ts = 1n;

  async authenticate(authorization: string | undefined): Promise<Caller> {
    if (authorization === undefined) return { kind: "anonymous" };
    if (authorization === `Convex ${ADMIN_KEY}`) return { kind: "admin", actingAs: null };
    if (authorization === "Bearer a.b.c") {
      return { kind: "user", identity: { subject: "ann" }, token: "a.b.c", expiresAtMs: Infinity };
    }
    throw new RequestError(401, "InvalidAuthHeader", "Not a credential of this deployment.");
  }

  isAdminKey(key: string): boolean {
    return key === ADMIN_KEY;
  }

  async signInDocuments(): Promise<SignInDocuments> {
    return { configuration: { issuer: "fake" }, keys: { keys: [] } };
  }

  signInCode(): string {
    return "the code";
  }

  isSignInCode(text: string): boolean {
    return text === "the code";
  }

  async renewSignIn(token: string): Promise<IssuedToken> {
    return { token: `${token}, renewed`, expiresAtMs: 0 };
  }

  async signIn({ email, name }: Person): Promise<IssuedToken> {
    return { token: `token of ${email}, ${String(name)}`, expiresAtMs: 5 };
  }

  async call(call: FunctionCall): Promise<FunctionResult> {
    this.calls.push(call);
    return this.result(call);
  }

  async mutate(call: ClientMutation): Promise<MutationResult> {
    const result = await this.call({ ...call, kind: "mutation" });
    if (result.kind === "success") call.onCommit();
    return result.kind === "error" ? result : { ...result, value: JSON.stringify(result.value), ts: ++this.ts };
  }

  openView(): QueryView {
    return {
      ts: this.ts,
      run: async (call) => {
        const result = await this.call({ ...call, kind: "query" });
        const outcome = result.kind === "error" ? result : { ...result, value: JSON.stringify(result.value) };
        const { logLines } = result;
        return {
          outcome,
          logLines,
          endCursor: null,
          fingerprint: JSON.stringify(outcome),
          watch: () => () => undefined,
        };
      },
      close: () => undefined,
    };
  }

  writesFail(): boolean {
    return false;
  }

  async tryToWrite(): Promise<void> {}

  callsBegun(): number {
    return this.calls.length;
  }

  async metrics(): Promise<[]> {
    return [];
  }

  committedTs(): bigint {
    return this.ts;
  }

  async callHttpAction(request: Request, caller: Caller): Promise<HttpActionResult> {
    return this.action(request, caller);
  }

  hasCode(): boolean {
    return true;
  }

  async uploadFile(token: string, body: Readable, contentType: string | null, sha256: string | null) {
    if (token !== "good") throw new RequestError(401, "BadUploadToken", "The upload URL is not valid.");
    const chunks: Buffer[] = [];
    for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    if (sha256 !== null && sha256 !== sha256Of(bytes)) {
      throw new RequestError(400, "DigestMismatch", "The file differs from its digest.");
    }
    const storageId = randomUUID();
    this.files.set(storageId, { bytes, contentType });
    return { storageId };
  }

  async openFile(uuid: string): Promise<StoredFile | null> {
    const file = this.files.get(uuid);
    if (file === undefined) return null;
    const { bytes, contentType } = file;
    return {
      contentType,
      size: bytes.length,
      sha256: sha256Of(bytes),
      open: (range) => Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]),
    };
  }

  async preparePush(definitions: PushedDefinition[]) {
    const broken = definitions
      .flatMap(({ modules }) => modules)
      .find((module) => module.source.includes("does not evaluate"));
    if (broken !== undefined) throw new RequestError(400, "InvalidModules", `${broken.path} does not evaluate.`);
    const id = randomUUID();
    this.prepared.set(id, definitions);
    const app = { ...EMPTY_APP, analysis: ANALYSIS };
    const indexes = { "": this.indexes };
    return {
      id,
      definitions: { "": ANALYSIS },
      app,
      indexes,
      importNow: 1_700_000_000_000,
      importSeed: new Uint8Array(32),
    };
  }

  async checkSchema(pushId: string): Promise<SchemaCheck> {
    this.mustBePrepared(pushId);
    return this.schemaCheck;
  }

  async activatePush(pushId: string) {
    this.mustBePrepared(pushId);
    this.activated.push(pushId);
    const modules = { added: ["messages.js"], removed: [] };
    return { "": { kind: "modified" as const, modules, crons: { added: [], updated: [], deleted: [] } } };
  }

  private mustBePrepared(pushId: string): void {
    if (!this.prepared.has(pushId)) throw new RequestError(400, "UnknownPush", "No such push was prepared.");
  }

  listEnv() {
    return [...this.env].map(([name, value]) => ({ name, value }));
  }

  guardEnv(): void {}

  async changeEnv(changes: { name: string; value: string | null }[]): Promise<void> {
    for (const { name, value } of changes) {
      if (value === null) this.env.delete(name);
      else this.env.set(name, value);
    }
  }

  log(entry: LogEntry): void {
    this.logs.push(entry);
    for (const wake of this.wakeReaders.splice(0)) wake();
  }

  async readLogs(cursor: number, waitMs: number, signal: AbortSignal) {
    const newer = () => this.logs.filter((entry) => entry.at > cursor);
    if (newer().length === 0 && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        const wake = () => (clearTimeout(timer), resolve());
        this.wakeReaders.push(wake);
        signal.addEventListener("abort", wake, { once: true });
      });
    }
    const entries = newer();
    return { entries, newCursor: entries.at(-1)?.at ?? cursor };
  }

  async close(): Promise<void> {}
}

const EMPTY_APP = { path: "", definitionPath: "", children: new Map(), mounts: new Map(), env: new Map() };

const ANALYSIS: PushAnalysis = {
  modules: [
    {
      path: "messages.js",
      functions: [
        {
          name: "send",
          kind: "mutation",
          visibility: "public",
          args: { type: "object", value: { body: { fieldType: { type: "string" }, optional: false } } },
          returns: null,
          line: 4,
        },
      ],
      httpRoutes: null,
      crons: null,
    },
    { path: "http.js", functions: [], httpRoutes: [["/hello", "GET"]], crons: null },
  ],
  schema: { tables: [], schemaValidation: true },
  rawSchema: { tables: [], schemaValidation: true },
  auth: [],
  definition: null,
};

function sha256Of(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
