// Keeps the list of providers whose tokens are accepted equal to auth.config.js. That file may read variables, so it is
// evaluated when it is pushed and again when a variable has changed.
import { analyzeAuth } from "../../runtime/analyze";
import { FunctionError } from "../../value/functionError";
import { RequestError } from "../contract";
import type { Environment } from "../deployment/environment";
import type { FunctionLog } from "../log/functionLog";
import { appDefinition } from "../push/definitions";
import type { StoredPush } from "../push/push";
import { readProviders, type Provider } from "./providers";
import type { TokenVerifier } from "./tokenVerifier";

export class AuthConfig {
  private turn = 0;

  constructor(
    private readonly verifier: TokenVerifier,
    private readonly environment: Environment,
    private readonly log: FunctionLog,
  ) {}

  /** Throws RequestError 400 when auth.config.js cannot be evaluated with the changed variables. */
  async check(push: StoredPush, changes: readonly { name: string; value: string | null }[]): Promise<void> {
    const changed = new Map(changes.map(({ name, value }) => [name, value ?? undefined]));
    await providersOf(push, (name) => (changed.has(name) ? changed.get(name) : this.environment.read(name)));
  }

  /** A push or a change of variables was checked before. If the evaluation fails nevertheless, the providers stay. */
  async apply(push: StoredPush): Promise<void> {
    const turn = ++this.turn;
    try {
      const providers = await providersOf(push, (name) => this.environment.read(name));
      // The evaluation that began last has read the newest variables, whichever one ends last.
      if (turn === this.turn) this.verifier.use(providers);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.log.recordMessage(error.message);
    }
  }
}

async function providersOf(
  { manifest, modules }: StoredPush,
  readEnv: (name: string) => string | undefined,
): Promise<Provider[]> {
  const importSeed = Buffer.from(manifest.importSeed, "base64");
  try {
    return readProviders(
      await analyzeAuth(modules.get(appDefinition) ?? [], { importNow: manifest.importNow, importSeed, readEnv }),
    );
  } catch (error) {
    if (error instanceof FunctionError) throw new RequestError(400, error.code, error.message);
    throw error;
  }
}
