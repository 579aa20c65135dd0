import type { Doc } from "../_generated/dataModel";
import { withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";

export interface UserView extends Ids {
  email: string;
  name: string | null;
}

export function presentUser({ _id, email, name }: Doc<"users">): UserView {
  return withIds("users", _id, { email, name: name ?? null });
}
