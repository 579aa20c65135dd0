// The person who is signed in, as the service knows them.
import type { FunctionReturnType } from "convex/server";
import { createContext, useContext } from "react";
import type { api } from "#convex/_generated/api";

export type User = FunctionReturnType<typeof api.users.dashboard.signIn>;

export const UserContext = createContext<User | null>(null);

export function useUser(): User {
  const user = useContext(UserContext);
  if (user === null) throw new Error("Nobody is signed in around this component.");
  return user;
}
