// Step 1: a runner, on this machine or on another one.
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { useHasPermission, useProject } from "../../../project/project";
import { useProjectAction, useProjectList, useProjectQuery } from "../../../live/projectHooks";
import { usePerform } from "../../../live/usePerform";
import { agentsText } from "../../../domain/runners/runner";
import type { Runner } from "../../../domain/runners/runner";
import { isServiceHere } from "../../../domain/runners/serviceAddress";
import { useServiceUrl } from "../../../domain/runners/useServiceUrl";
import { Button } from "../../../parts/Button";
import { CommandLine } from "../../../parts/CommandLine";
import { ChoiceField } from "../../../parts/Fields";
import { Status } from "../../../parts/Status";
import { GuideStep } from "./GuideStep";
import { agentChoices, runnerCommand } from "./runnerCommand";
import type { Guide } from "./useGuide";
import style from "./FirstRunGuide.module.css";

export function ConnectStep({ guide }: { guide: Guide }) {
  const { connection } = guide;
  const isDone = connection?.isConnected === true;
  return (
    <GuideStep number={1} title="Connect a runner" isDone={isDone}>
      {isDone ? (
        <Connected checksRepositories={connection.checksRepositories} />
      ) : (
        <>
          <p>
            A runner does the work with your coding agent, in worktrees of its own, never in your checkout. It must stay
            open while there is work.
          </p>
          <Commands guide={guide} />
          <div role="status">
            <Status status="waiting" label="Waits for a runner to connect" />
          </div>
        </>
      )}
    </GuideStep>
  );
}

/** A runner that uses the deployment's secret is in the list after its first job of the project, which is a check. */
function Connected({ checksRepositories }: { checksRepositories: boolean }) {
  const found = useProjectQuery(api.runners.dashboard.list, {});
  const runners = found.kind === "ready" ? found.value : [];
  return (
    <div role="status">
      <Status status="completed" label="Connected" />
      {runners.slice(0, 3).map((runner) => (
        <p key={`${runner.tokenId ?? ""} ${runner.runnerId}`}>{introduction(runner)}</p>
      ))}
      {!checksRepositories && <p>An earlier version of the runner works, but it cannot check repositories.</p>}
    </div>
  );
}

function introduction({ runnerId, agents }: Runner): string {
  return agents === null || agents.length === 0 ? runnerId : `${runnerId}, with ${agentsText(agents)}`;
}

/** Also for a runner that is connected and must be started again in another way. */
export function Commands({ guide }: { guide: Guide }) {
  const [isElsewhere, setElsewhere] = useState(!isServiceHere(location));
  const { form, repository } = guide;
  const install = agentChoices.find(({ value }) => value === form.draft.agent)?.install ?? null;
  return (
    <div className={style.form}>
      <ChoiceField label="Agent" choices={agentChoices} {...form.field("agent")} />
      {install !== null && (
        <>
          <p>The runner starts the agent by this program, which the machine needs once:</p>
          <CommandLine command={install} />
        </>
      )}
      {isElsewhere ? (
        <CommandElsewhere guide={guide} />
      ) : (
        <>
          <p>Run this in a second terminal, in the folder of Switchyard:</p>
          <CommandLine
            command={runnerCommand({ agent: form.draft.agent, serviceUrl: null, token: null, repository })}
          />
        </>
      )}
      {isServiceHere(location) && (
        <div className={style.actions}>
          <Button look="bare" onClick={() => setElsewhere(!isElsewhere)}>
            {isElsewhere ? "The runner is on this machine" : "The runner is on another machine"}
          </Button>
        </div>
      )}
    </div>
  );
}

/**
 * The token of each project that this page has made, so that a reader who comes back to the guide needs no other one.
 * It is kept nowhere else.
 */
const madeTokens = new Map<string, string>();

function CommandElsewhere({ guide }: { guide: Guide }) {
  const mayMake = useHasPermission("runnerTokens:make");
  const generate = useProjectAction(api.runnerTokens.dashboard.generate);
  const { perform, isPending } = usePerform();
  const { form, repository } = guide;
  const serviceUrl = useServiceUrl();
  const { id: projectId } = useProject();
  const [token, setToken] = useState(madeTokens.get(projectId) ?? null);
  if (!mayMake) return <AskAnOwner />;
  if (token === null) {
    const make = () =>
      void perform(async () => {
        const made = await generate({ name: "First runner" });
        madeTokens.set(projectId, made.token);
        setToken(made.token);
      });
    return (
      <>
        <p>The runner gets a token of its own, with which it works for this project alone.</p>
        <div className={style.actions}>
          <Button disabled={isPending} onClick={make}>
            Create the command
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <p>
        Run this on the other machine, in a checkout of Switchyard. The token in it is shown only now; it can be revoked
        in the settings.
      </p>
      <CommandLine command={runnerCommand({ agent: form.draft.agent, serviceUrl, token, repository })} />
    </>
  );
}

function AskAnOwner() {
  const { results } = useProjectList(api.members.dashboard.list, {}, 100);
  const owners = results.filter(({ role }) => role === "owner").map(({ email }) => email);
  return (
    <p>
      The runner needs a token, which gives access to the project’s secrets. So only an owner can create it
      {owners.length === 0 ? "." : `: ask ${owners.join(" or ")}.`}
    </p>
  );
}
