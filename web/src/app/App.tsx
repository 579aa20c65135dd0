// Signs the person in, then shows the pages. All pages share one connection to the deployment.
import { ConvexProviderWithAuth, ConvexReactClient } from "convex/react";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Configuration } from "../session/configuration";
import type { Session } from "../session/session";
import { listenToShortcuts } from "../shortcuts/listenToShortcuts";
import { Notices } from "../parts/Notices";
import { SignedInPages } from "./SignedInPages";
import { lazyComponent } from "../parts/lazyComponent";
import { SessionContext } from "./sessionContext";

interface Props {
  configuration: Configuration;
  session: Session;
}

/** Most people who open the dashboard are signed in. */
const SignInPage = lazyComponent(() => import("./SignInPage"));

export function App({ configuration, session }: Props) {
  const person = useSyncExternalStore(session.subscribe, session.person);
  useEffect(() => listenToShortcuts(window), []);
  return (
    <SessionContext value={session}>
      {person === null ? (
        <SignInPage method={session.signInMethod} />
      ) : (
        // Another person needs a connection of their own.
        <Connected key={person} address={configuration.deployment} session={session} />
      )}
      <Notices />
    </SessionContext>
  );
}

function Connected({ address, session }: { address: string; session: Session }) {
  const client = useClient(address);
  const useAuth = useMemo(
    () =>
      function useAuth() {
        const fetchAccessToken = useCallback(
          ({ forceRefreshToken }: { forceRefreshToken: boolean }) => session.token({ fresh: forceRefreshToken }),
          [],
        );
        return useMemo(() => ({ isLoading: false, isAuthenticated: true, fetchAccessToken }), [fetchAccessToken]);
      },
    [session],
  );
  if (client === null) return null;
  return (
    <ConvexProviderWithAuth client={client} useAuth={useAuth}>
      <SignedInPages />
    </ConvexProviderWithAuth>
  );
}

/** A connection that lasts as long as the component. Refusals are shown on the page, so the console needs none. */
function useClient(address: string): ConvexReactClient | null {
  const [client, setClient] = useState<ConvexReactClient | null>(null);
  useEffect(() => {
    const made = new ConvexReactClient(address, { unsavedChangesWarning: false, logger: false });
    setClient(made);
    return () => {
      // React takes down the parts within after this one, and they still use the connection for that.
      setTimeout(() => void made.close());
    };
  }, [address]);
  return client;
}
