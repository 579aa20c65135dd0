import type { Doc } from "../_generated/dataModel";
import { publicId } from "../lib/publicIds";

export interface UserView {
  id: string;
  _id: string;
  email: string;
  name: string | null;
}

export function presentUser({ _id, email, name }: Doc<"users">): UserView {
  const id = publicId("users", _id);
  return { id, _id: id, email, name: name ?? null };
}
