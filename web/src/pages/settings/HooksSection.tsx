// The addresses at which code hosts say that there is news of a pull request, so that a runner looks at once.
import { useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { useProjectList, useProjectMutation } from "../../live/projectHooks";
import { CopyButton } from "../../parts/CopyButton";
import { EmptyState } from "../../parts/EmptyState";
import table from "../../parts/Table.module.css";
import { TimeAgo } from "../../parts/Time";
import { HookSecretDialog } from "./HookSecretDialog";
import { hostNames } from "./hookHosts";
import { NewHookDialog } from "./NewHookDialog";
import type { NewHook } from "./NewHookDialog";
import { RemoveButton } from "./RemoveButton";
import { SettingsList } from "./SettingsList";

type Hook = FunctionReturnType<typeof api.hooks.dashboard.list>["page"][number];

export function HooksSection() {
  const list = useProjectList(api.hooks.dashboard.list, {}, 100);
  const [made, setMade] = useState<NewHook | null>(null);
  return (
    <>
      <SettingsList
        about="A hook is an address at which GitHub or GitLab says that there is news of a pull request. A runner then looks at once; nothing else of a message has an effect."
        adding={{
          label: "Create a hook",
          title: "Create a hook",
          keys: "n",
          dialog: (onClose) => <NewHookDialog onClose={onClose} onMade={setMade} />,
        }}
        list={list}
        columns={[
          { name: "Address" },
          { name: "Code host", className: table.state },
          { name: "Created", className: table.end },
        ]}
        hasTwoActions
        keyOf={({ id }) => id}
        renderRow={(hook) => <HookRow hook={hook} />}
        empty={
          <EmptyState title="No hooks yet">Without a hook, runners look at pull requests from time to time.</EmptyState>
        }
      />
      {made !== null && <HookSecretDialog hook={made} onClose={() => setMade(null)} />}
    </>
  );
}

function HookRow({ hook: { id, kind, url, createdAt } }: { hook: Hook }) {
  const remove = useProjectMutation(api.hooks.dashboard.remove);
  return (
    <tr className={table.row}>
      <td className={table.main} title={url}>
        <bdi>{url}</bdi>
      </td>
      <td className={table.state}>{hostNames[kind]}</td>
      <td className={table.end} data-label="Created">
        <TimeAgo at={createdAt} />
      </td>
      <td className={table.end}>
        <CopyButton text={url} what={`Copy the address of ${id}`} />{" "}
        <RemoveButton
          label="Delete"
          title={`Delete ${id}`}
          change={() => remove({ id })}
          successText={`The hook of ${hostNames[kind]} is deleted.`}
        >
          {hostNames[kind]} is refused at this address at once. Runners still look at pull requests from time to time.
        </RemoveButton>
      </td>
    </tr>
  );
}
