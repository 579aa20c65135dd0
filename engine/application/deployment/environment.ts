// The environment variables of the deployment. Functions read them by name. They are stored encrypted in the database.
import type { Database } from "../../database/database";
import { DataDirectoryError } from "../../persistence/dataDirectory";
import { readOrCreateSecret } from "../../persistence/secretFile";
import { RequestError } from "../contract";
import { EnvironmentCipher, environmentKey } from "./environmentCipher";

const maxVariables = 1_000;
const maxValueBytes = 8 * 1024;
const namePattern = /^[A-Za-z_][A-Za-z0-9_]{0,255}$/;

export class Environment {
  private variables: ReadonlyMap<string, string>;
  /** Variables that the engine itself sets once its addresses are known. */
  private system: ReadonlyMap<string, string> = new Map();

  private readonly cipher: EnvironmentCipher;

  /** Throws DataDirectoryError when the stored values were encrypted with another key. */
  constructor(
    private readonly database: Database,
    keyFile: string,
  ) {
    this.cipher = new EnvironmentCipher(readOrCreateSecret(keyFile, environmentKey));
    try {
      this.variables = this.opened(database.readRows("SELECT name, value FROM environment"));
    } catch {
      throw new DataDirectoryError(
        `The environment variables cannot be decrypted with the key in ${keyFile}; restore that file from a backup.`,
      );
    }
  }

  read(name: string): string | undefined {
    return this.system.get(name) ?? this.variables.get(name);
  }

  /** Reads a variable that the engine itself sets. Components can read these as well. */
  readSystem(name: string): string | undefined {
    return this.system.get(name);
  }

  list(): { name: string; value: string }[] {
    return [...this.variables].map(([name, value]) => ({ name, value })).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  setSystem(variables: Record<string, string>): void {
    this.system = new Map(Object.entries(variables));
  }

  async change(changes: readonly { name: string; value: string | null }[]): Promise<void> {
    for (const { name, value } of changes) checkVariable(name, value, this.system);
    await this.database.writer.mutate((transaction) => {
      const set = transaction.sql.prepare("INSERT OR REPLACE INTO environment VALUES (?, ?)");
      const unset = transaction.sql.prepare("DELETE FROM environment WHERE name = ?");
      for (const { name, value } of changes) {
        if (value === null) unset.run(name);
        else set.run(name, this.cipher.seal(name, value));
      }
      // Reads the rows and does not compute from `variables`, because an earlier change in the same batch is not in
      // there yet.
      const next = this.opened(transaction.sql.prepare<[string, string]>("SELECT name, value FROM environment").all());
      if (next.size > maxVariables) {
        throw new RequestError(
          400,
          "TooManyEnvVars",
          `A deployment has at most ${maxVariables} environment variables.`,
        );
      }
      transaction.afterCommit.push(() => {
        this.variables = next;
      });
      return Promise.resolve();
    });
  }

  private opened(rows: [name: string, sealed: string][]): Map<string, string> {
    return new Map(rows.map(([name, sealed]) => [name, this.cipher.open(name, sealed)]));
  }
}

function checkVariable(name: string, value: string | null, system: ReadonlyMap<string, string>): void {
  if (!namePattern.test(name)) {
    throw new RequestError(
      400,
      "InvalidEnvVarName",
      `Environment variable name "${name}" is invalid: use letters, digits and underscores, not a digit first.`,
    );
  }
  if (system.has(name)) {
    throw new RequestError(400, "EnvVarNameForbidden", `Environment variable "${name}" is set by the deployment.`);
  }
  if (value !== null && Buffer.byteLength(value) > maxValueBytes) {
    throw new RequestError(400, "EnvVarTooLarge", `The value of environment variable "${name}" is larger than 8 KiB.`);
  }
}
