// A session with an OpenID Connect provider: authorization code with PKCE. The library keeps and renews the tokens.
import { UserManager, WebStorageStateStore } from "oidc-client-ts";
import type { User } from "oidc-client-ts";
import { clearBrowserData } from "./clearBrowserData";
import { Listeners } from "./listeners";
import type { Session } from "./session";

interface Provider {
  issuer: string;
  clientId: string;
  scope: string;
}

const returnPath = "/signed-in";

export async function providerSession({ issuer, clientId, scope }: Provider): Promise<Session> {
  const manager = new UserManager({
    authority: issuer,
    client_id: clientId,
    redirect_uri: `${location.origin}${returnPath}`,
    post_logout_redirect_uri: location.origin,
    scope,
    automaticSilentRenew: true,
    userStore: new WebStorageStateStore({ store: localStorage }),
  });
  let user = await finishSignIn(manager);
  const listeners = new Listeners();
  manager.events.addUserLoaded((loaded) => {
    user = loaded;
    listeners.notify();
  });
  manager.events.addUserUnloaded(() => {
    user = null;
    listeners.notify();
  });
  return {
    person: () => (user === null ? null : (user.profile.email ?? user.profile.name ?? user.profile.sub)),
    async token({ fresh }) {
      if (user === null) return null;
      if (fresh || user.expired === true) user = await manager.signinSilent().catch(() => user);
      return user?.id_token ?? null;
    },
    async signOut() {
      clearBrowserData();
      await manager.signoutRedirect().catch(() => manager.removeUser());
    },
    subscribe: listeners.subscribe,
    signInMethod: {
      kind: "provider",
      name: new URL(issuer).hostname,
      signIn: () => manager.signinRedirect({ url_state: location.pathname + location.search }),
    },
  };
}

/** When the provider has sent the person back, the address holds a code, which is used up and removed here. */
async function finishSignIn(manager: UserManager): Promise<User | null> {
  if (location.pathname !== returnPath) return await manager.getUser();
  const user = await manager.signinCallback();
  history.replaceState(null, "", user?.url_state ?? "/");
  return user ?? null;
}
