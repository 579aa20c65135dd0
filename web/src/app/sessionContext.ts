import { createContext, useContext } from "react";
import { sendPending } from "../live/undo";
import type { Session } from "../session/session";

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("There is no session around this component.");
  return session;
}

/** A pending change is the person's, so it is sent before they go. */
export function useSignOut(): () => void {
  const session = useSession();
  return () => {
    sendPending();
    void session.signOut();
  };
}
