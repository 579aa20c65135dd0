// After each login the service learns who it is (`users/dashboard:signIn`). Pages are shown from then on.
import { useConvexAuth, useMutation } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "#convex/_generated/api";
import { toServiceError } from "../feedback/serviceError";
import { Button } from "../parts/Button";
import { EmptyState } from "../parts/EmptyState";
import { Loading } from "../parts/Loading";
import { Pages } from "./Pages";
import { useSession } from "./sessionContext";
import { UserContext } from "../project/user";
import type { User } from "../project/user";

export function SignedInPages() {
  const session = useSession();
  const { isAuthenticated } = useConvexAuth();
  const signIn = useMutation(api.users.dashboard.signIn);
  const [user, setUser] = useState<User | null>(null);
  const [reason, setReason] = useState<string | null>(null);

  useEffect(() => {
    if (!isAuthenticated) return;
    signIn({}).then(setUser, (error: unknown) => setReason(toServiceError(error).message));
  }, [isAuthenticated, signIn]);

  if (reason !== null) {
    return (
      <EmptyState
        title="You cannot sign in here"
        action={
          <Button onClick={() => void session.signOut({ signsInAgain: true })}>Sign in with another address</Button>
        }
      >
        {reason}
      </EmptyState>
    );
  }
  if (user === null) return <Loading />;
  return (
    <UserContext value={user}>
      <Pages />
    </UserContext>
  );
}
