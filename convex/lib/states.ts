// State machines as tables: in which states each move is allowed, and which state follows. Pure.
import { apiError } from "./errors";

/** A move without `to` leaves the state as it is. */
export interface Move<State extends string> {
  from: readonly State[];
  to?: State;
}

export type Moves<State extends string> = Readonly<Record<string, Move<State>>>;

/** `nextState("run", runMoves, "pause", run.status)` throws CONFLICT when the move is not allowed. */
export function nextState<State extends string, Table extends Moves<State>>(
  noun: string,
  moves: Table,
  name: keyof Table & string,
  state: State,
): State {
  const { from, to } = movesOf<State>(moves, name);
  if (from.includes(state)) return to ?? state;
  throw apiError("CONFLICT", `The ${noun} is ${state}; ${name} is possible only when it is ${oneOf(from)}.`);
}

function movesOf<State extends string>(moves: Moves<State>, name: string): Move<State> {
  const move = moves[name];
  if (move === undefined) throw new Error(`There is no transition ${name}.`);
  return move;
}

function oneOf(states: readonly string[]): string {
  return states.length === 1 ? String(states[0]) : `${states.slice(0, -1).join(", ")} or ${states.at(-1)}`;
}
