// What a command works with.
import type { Switchyard } from "../../../client/src/index";
import type { Choice, Deployment } from "../config/deployment";
import type { Terminal } from "../terminal/terminal";

export type Environment = Record<string, string | undefined>;

export interface Context {
  terminal: Terminal;
  /** Whether the answers are written as JSON, as the service has given them. */
  isJson: boolean;
  environment: Environment;
  /** Aborts when the person presses Ctrl-C. */
  signal: AbortSignal;
  /** The file with the stored keys. */
  profilesFile: string;
  /** What the options say about the deployment. */
  choice: Choice;
  deployment: () => Deployment;
  /** The same command with other options about the deployment. */
  withChoice: (choice: Choice) => Context;
  /** The client for the chosen deployment. Throws when there is no key for it. */
  client: () => Switchyard;
  /** A client for another address or key than the stored ones. */
  clientOf: (deployment: { url: string; key: string }) => Switchyard;
}
