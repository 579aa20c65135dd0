// A session with the embedded deployment, which issues tokens for a day to who knows the code of its start. The code
// comes in the address that `npm start` prints, behind `#`, where no server and no log sees it, and leaves the address
// at once.
import { forget } from "./forget";
import { Listeners } from "./listeners";
import type { Session } from "./session";

interface Kept {
  email: string;
  token: string;
  expiresAt: string;
}

const place = "switchyard.session";
const placeOfCode = "switchyard.code";
/** A token is renewed when less than this is left of it. */
const renewBeforeMs = 12 * 60 * 60_000;

export function codeSession(): Session {
  let code = takeCode();
  const listeners = new Listeners();
  let kept = readKept();

  function keep(next: Kept | null): void {
    kept = next;
    if (next === null) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify(next));
    listeners.tell();
  }

  // Signing in or out in one tab does so in all.
  window.addEventListener("storage", (event) => {
    if (event.key !== place) return;
    kept = readKept();
    if (kept === null) {
      code = null;
      forget();
    }
    listeners.tell();
  });

  return {
    person: () => kept?.email ?? null,
    async token({ fresh }) {
      if (kept === null) return null;
      const leftMs = Date.parse(kept.expiresAt) - Date.now();
      if (leftMs > renewBeforeMs && !fresh) return kept.token;
      const { email, token } = kept;
      const renewed = await post("/api/development/renew", { token });
      if (renewed.kind === "issued") keep({ email, ...renewed.token });
      // Without the deployment nobody can tell whether the token is still good.
      if (renewed.kind === "refused") keep(null);
      return kept?.token ?? null;
    },
    async signOut({ signsInAgain } = { signsInAgain: false }) {
      forget();
      if (signsInAgain && code !== null) sessionStorage.setItem(placeOfCode, code);
      else code = null;
      keep(null);
    },
    subscribe: listeners.subscribe,
    ways: {
      kind: "code",
      hasCode: () => code !== null,
      async signIn(email) {
        const answer = await post("/api/development/sign_in_by_code", { code, email });
        if (answer.kind !== "issued") throw new Error(answer.message);
        keep({ email, ...answer.token });
      },
    },
  };
}

/** The tab remembers the code, so that a page that is loaded again can still sign in. */
function takeCode(): string | null {
  const found = new URLSearchParams(location.hash.slice(1)).get("code");
  if (found === null) return sessionStorage.getItem(placeOfCode);
  history.replaceState(history.state, "", location.pathname + location.search);
  sessionStorage.setItem(placeOfCode, found);
  return found;
}

function readKept(): Kept | null {
  const text = localStorage.getItem(place);
  return text === null ? null : (JSON.parse(text) as Kept);
}

type Answer =
  | { kind: "issued"; token: Pick<Kept, "token" | "expiresAt"> }
  | { kind: "refused"; message: string }
  | { kind: "unreachable"; message: string };

async function post(path: string, body: Record<string, string | null>): Promise<Answer> {
  try {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as Kept & { message: string };
    if (response.ok) return { kind: "issued", token: { token: answer.token, expiresAt: answer.expiresAt } };
    const kind = response.status < 500 ? "refused" : "unreachable";
    return { kind, message: answer.message };
  } catch {
    return { kind: "unreachable", message: "The deployment does not answer." };
  }
}
