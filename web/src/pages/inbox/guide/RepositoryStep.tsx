// Step 3: a repository, which a runner checks at once.
import { useState } from "react";
import { findAddressProblem } from "#convex/lib/repositoryAddress";
import { RepositoryCheckResult } from "../../../domain/repositories/RepositoryCheckResult";
import { toServiceError } from "../../../feedback/serviceError";
import { Button } from "../../../parts/Button";
import { TextField } from "../../../parts/Fields";
import { Commands } from "./ConnectStep";
import { GuideStep } from "./GuideStep";
import type { Guide } from "./useGuide";
import style from "./FirstRunGuide.module.css";

export function RepositoryStep({ guide }: { guide: Guide }) {
  const { form, repository, check, checkRepository, connection } = guide;
  const { refusal, send } = useRefusal(checkRepository);
  const problem = findAddressProblem(repository);
  const isFolder = repository.trim().startsWith("/");
  return (
    <GuideStep number={3} title="Name a repository" isDone={check?.status === "ok"}>
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (repository.trim() !== "") void send();
        }}
      >
        <div className={style.repository}>
          <TextField
            label="Repository"
            placeholder="https://…, git@host:… or /home/me/project"
            {...form.field("repository")}
            value={repository}
            problem={problem === null ? refusal : `The address ${problem}.`}
          />
          <TextField
            label="Base branch"
            placeholder={check?.defaultBranch ?? "the default branch"}
            {...form.field("branch")}
          />
          <Button type="submit" disabled={repository.trim() === "" || problem !== null || check?.status === "pending"}>
            Check
          </Button>
        </div>
      </form>
      <div role="status">{check !== null && <RepositoryCheckResult check={check} />}</div>
      {check?.reason === "not_allowed" && isFolder && connection?.isConnected === true && (
        <>
          <p>Stop the runner (Ctrl-C) and start it with this folder, then check again:</p>
          <Commands guide={guide} />
        </>
      )}
    </GuideStep>
  );
}

/** What the service says when it does not accept the check. */
function useRefusal(check: () => Promise<unknown>): { refusal: string | undefined; send: () => Promise<void> } {
  const [refusal, setRefusal] = useState<string>();
  const send = async () => {
    setRefusal(undefined);
    try {
      await check();
    } catch (error) {
      setRefusal(toServiceError(error).message);
    }
  };
  return { refusal, send };
}
