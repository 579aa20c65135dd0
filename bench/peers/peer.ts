// What a user would choose instead of the product.
import type { Contestant } from "../rounds";
import type { LoadTarget } from "../load";

export interface Peer extends Pick<Contestant, "name" | "usage"> {
  /** The ratio to it that the engine should reach. */
  target?: number;
  start: LoadTarget;
  /** Claims and completes what was started. */
  claims: Pick<Contestant, "prepare" | "measure">;
}
