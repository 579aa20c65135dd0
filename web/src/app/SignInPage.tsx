import { useState } from "react";
import type { SignInMethod } from "../session/session";
import { Button } from "../parts/Button";
import { Field } from "../parts/Field";
import { ErrorText } from "../parts/ErrorText";
import style from "./SignInPage.module.css";

const owner = "owner@localhost";

export default function SignInPage({ method }: { method: SignInMethod }) {
  return (
    <main className={style.page}>
      <div className={style.card}>
        <img src="/icon.svg" alt="" width={40} height={40} />
        <h1>Switchyard</h1>
        <SignInForm method={method} />
      </div>
    </main>
  );
}

function SignInForm({ method: ways }: { method: SignInMethod }) {
  switch (ways.kind) {
    case "code":
      return ways.hasCode() ? <CodeForm signIn={ways.signIn} hasCode={ways.hasCode} /> : <CodeMissing />;
    case "provider":
      return (
        <Button look="main" onClick={() => void ways.signIn()}>
          Sign in with {ways.name}
        </Button>
      );
    case "none":
      return (
        <p>
          Nobody can sign in: this deployment has no identity provider. Set <code>IDP_ISSUER</code> and{" "}
          <code>IDP_APPLICATION_ID</code>, then restart it.
        </p>
      );
  }
}

function CodeMissing() {
  return (
    <>
      <p>Open the address that the service printed when it started, or print it again:</p>
      <code className={style.command}>npm run admin -- dashboard</code>
      <p>
        The command needs the <code>SERVICE_DATA_DIR</code> of the service. The demonstration prints it with its own.
      </p>
    </>
  );
}

interface CodeFormProps {
  signIn: (email: string) => Promise<void>;
  hasCode: () => boolean;
}

function CodeForm({ signIn, hasCode }: CodeFormProps) {
  const [email, setEmail] = useState("");
  const [isOther, setOther] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();

  function begin(address: string): void {
    setProblem(undefined);
    signIn(address).catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  }

  // The service was started again since it printed the address.
  if (!hasCode()) {
    return (
      <>
        <ErrorText text={problem} />
        <CodeMissing />
      </>
    );
  }
  return (
    <>
      <Button look="main" autoFocus onClick={() => begin(owner)}>
        Continue as {owner}
      </Button>
      {isOther ? (
        <form
          className={style.form}
          onSubmit={(event) => {
            event.preventDefault();
            begin(email);
          }}
        >
          <Field label="Address">
            {(control) => (
              <input
                {...control}
                type="email"
                required
                autoFocus
                autoComplete="email"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit">Continue</Button>
        </form>
      ) : (
        <Button look="bare" onClick={() => setOther(true)}>
          Use another address
        </Button>
      )}
      <ErrorText text={problem} />
    </>
  );
}
