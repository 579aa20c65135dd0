// A session with the embedded deployment, which issues tokens for a day to who knows the code of its start. The code
// comes in the address that `npm start` prints, behind `#`, where no server and no log sees it, and leaves the address
// at once.
import { clearBrowserData } from "./clearBrowserData";
import { Listeners } from "./listeners";
import type { Session } from "./session";

interface StoredToken {
  email: string;
  token: string;
  expiresAt: string;
}

const storageKey = "switchyard.session";
const codeStorageKey = "switchyard.code";
/** A token is renewed when less than this is left of it. */
const renewBeforeMs = 12 * 60 * 60_000;

export function startCodeSession(): Session {
  let code = readCode();
  const listeners = new Listeners();
  let stored = readStored();

  function store(next: StoredToken | null): void {
    stored = next;
    if (next === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(next));
    listeners.notify();
  }

  // Signing in or out in one tab does so in all.
  window.addEventListener("storage", (event) => {
    if (event.key !== storageKey) return;
    stored = readStored();
    if (stored === null) {
      code = null;
      clearBrowserData();
    }
    listeners.notify();
  });

  return {
    person: () => stored?.email ?? null,
    async token({ fresh }) {
      if (stored === null) return null;
      const leftMs = Date.parse(stored.expiresAt) - Date.now();
      if (leftMs > renewBeforeMs && !fresh) return stored.token;
      const { email, token } = stored;
      const renewed = await post("/api/development/renew", { token });
      if (renewed.kind === "issued") store({ email, ...renewed.token });
      // Without the deployment nobody can tell whether the token is still good.
      if (renewed.kind === "refused") store(null);
      return stored?.token ?? null;
    },
    async signOut({ signsInAgain } = { signsInAgain: false }) {
      clearBrowserData();
      if (signsInAgain && code !== null) sessionStorage.setItem(codeStorageKey, code);
      else code = null;
      store(null);
    },
    subscribe: listeners.subscribe,
    signInMethod: {
      kind: "code",
      hasCode: () => code !== null,
      async signIn(email) {
        const answer = await post("/api/development/sign_in_by_code", { code, email });
        if (answer.kind !== "issued") {
          if (answer.kind === "refused" && answer.code === "BadSignInCode") {
            sessionStorage.removeItem(codeStorageKey);
            code = null;
          }
          throw new Error(answer.message);
        }
        store({ email, ...answer.token });
      },
    },
  };
}

/** The tab remembers the code, so that a page that is loaded again can still sign in. */
function readCode(): string | null {
  const found = new URLSearchParams(location.hash.slice(1)).get("code");
  if (found === null) return sessionStorage.getItem(codeStorageKey);
  history.replaceState(history.state, "", location.pathname + location.search);
  sessionStorage.setItem(codeStorageKey, found);
  return found;
}

function readStored(): StoredToken | null {
  const text = localStorage.getItem(storageKey);
  return text === null ? null : (JSON.parse(text) as StoredToken);
}

type Answer =
  | { kind: "issued"; token: Pick<StoredToken, "token" | "expiresAt"> }
  | { kind: "refused"; code: string; message: string }
  | { kind: "unreachable"; message: string };

async function post(path: string, body: Record<string, string | null>): Promise<Answer> {
  try {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as StoredToken & { code: string; message: string };
    if (response.ok) return { kind: "issued", token: { token: answer.token, expiresAt: answer.expiresAt } };
    const { code, message } = answer;
    return response.status < 500 ? { kind: "refused", code, message } : { kind: "unreachable", message };
  } catch {
    return { kind: "unreachable", message: "The deployment does not answer." };
  }
}
