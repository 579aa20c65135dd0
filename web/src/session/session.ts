// Who uses this browser. A session holds the tokens; everything else asks it for one.
import { startCodeSession } from "./startCodeSession";
import type { Configuration } from "./configuration";

export interface Session {
  /** Null while nobody is signed in. */
  person: () => string | null;
  /** Returns a token that is still valid, or null when the person must sign in again. */
  token: (options: { fresh: boolean }) => Promise<string | null>;
  /** Nothing of the person stays in this browser. Who signs in again at once, as somebody else, keeps the way in. */
  signOut: (options?: { signsInAgain: boolean }) => Promise<void>;
  /** Calls back after each change of `person`. The returned function ends that. */
  subscribe: (onChange: () => void) => () => void;
  /** What the page for signing in offers. */
  signInMethod: SignInMethod;
}

export type SignInMethod =
  | { kind: "code"; hasCode: () => boolean; signIn: (email: string) => Promise<void> }
  | { kind: "provider"; name: string; signIn: () => Promise<void> }
  | { kind: "none" };

export async function openSession({ signIn }: Configuration): Promise<Session> {
  switch (signIn.kind) {
    case "code":
      return startCodeSession();
    case "oidc": {
      const { providerSession } = await import("./providerSession");
      return await providerSession(signIn);
    }
    case "none":
      return signInIsOff;
  }
}

const signInIsOff: Session = {
  person: () => null,
  token: async () => null,
  signOut: async () => undefined,
  subscribe: () => () => undefined,
  signInMethod: { kind: "none" },
};
