// Who is in the project and in which role, and who is invited.
import { Plus } from "lucide-react";
import { useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { holdsPermission, mayInvite, memberRoles } from "../../../../convex/callers/roles";
import { useMay, useProject } from "../../app/project";
import { useUser } from "../../app/user";
import { useCommands } from "../../keys/commands";
import { useAttempt } from "../../live/useAttempt";
import { useProjectList, useProjectMutation } from "../../live/useProjectQuery";
import { Button } from "../../parts/Button";
import { Confirm } from "../../parts/Confirm";
import { ChoiceField, TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { showNotice } from "../../parts/notices";
import { Select } from "../../parts/Select";
import table from "../../parts/Table.module.css";
import { Ago } from "../../parts/Time";
import { useForm } from "../../parts/useForm";
import style from "./SettingsPage.module.css";

type Member = FunctionReturnType<typeof api.members.dashboard.list>["page"][number];
type Role = Member["role"];

export function MembersSection() {
  const mayManage = useMay("members:manage");
  const members = useProjectList(api.members.dashboard.list, {}, 100);
  const invitations = useProjectList(api.members.dashboard.invitations, {}, 100);
  const [isInviting, setInviting] = useState(false);
  useCommands(
    mayManage ? [{ title: "Invite somebody", keys: "i", group: "Settings", run: () => setInviting(true) }] : [],
  );
  if (members.status === "LoadingFirstPage") return <Loading />;
  return (
    <>
      <div className={style.head}>
        <p>
          Members read everything but secrets and do the work. Admins also manage people, keys and settings. Owners may
          do all.
        </p>
        {mayManage && (
          <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setInviting(true)}>
            Invite
          </Button>
        )}
      </div>
      <table className={table.table}>
        <thead>
          <tr className={table.names}>
            <th>Person</th>
            <th className={table.state}>Role</th>
            <th className={table.end}>Since</th>
            <th className={table.end}>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {[...members.results, ...invitations.results].map((member) => (
            <MemberRow key={member.id} member={member} />
          ))}
        </tbody>
      </table>
      <MoreRows hasMore={members.status === "CanLoadMore"} onMore={() => members.loadMore(100)} />
      {isInviting && <Invite onClose={() => setInviting(false)} />}
    </>
  );
}

function MemberRow({ member }: { member: Member }) {
  const { role: ownRole } = useProject();
  const user = useUser();
  const { attempt } = useAttempt();
  const [isRemoving, setRemoving] = useState(false);
  const updateRole = useProjectMutation(api.members.dashboard.updateRole);
  const remove = useProjectMutation(api.members.dashboard.remove);
  const { email, name, role, status, joinedAt, createdAt } = member;
  const called = name ?? email ?? "somebody";
  const mayChange = holdsPermission(ownRole, role === "owner" ? "owners:manage" : "members:manage");
  const isSelf = member.userId === user.id;
  const targetUserId = member.userId ?? member.id;
  return (
    <tr className={table.row}>
      <td className={table.main}>
        <bdi>{called}</bdi>
        {isSelf && " (you)"}
        <span className={table.below}>{status === "invited" ? "Invited" : name === null ? "" : email}</span>
      </td>
      <td className={table.state}>
        {mayChange ? (
          <Select
            label={`Role of ${called}`}
            value={role}
            choices={memberRoles
              .filter((each) => each === role || mayInvite(ownRole, each))
              .map((each) => ({ value: each, label: each }))}
            onChange={(next) => void attempt(() => updateRole({ targetUserId, role: next }), `${called} is changed.`)}
          />
        ) : (
          role
        )}
      </td>
      <td className={table.end}>
        <Ago at={joinedAt ?? createdAt} />
      </td>
      <td className={table.end}>
        {mayChange && (
          <Button
            look="bad"
            aria-label={isSelf ? "Leave the project" : `Remove ${called}`}
            onClick={() => setRemoving(true)}
          >
            {isSelf ? "Leave" : "Remove"}
          </Button>
        )}
        {isRemoving && (
          <Confirm
            title={isSelf ? "Leave the project?" : `Remove ${called}?`}
            label={isSelf ? "Leave" : "Remove"}
            change={() => remove({ targetUserId })}
            done={isSelf ? "You have left the project." : `${called} is removed.`}
            onClose={() => setRemoving(false)}
          >
            Keys, runner tokens and invitations that were made for or by this person end at the same moment. What was
            made in the project stays.
          </Confirm>
        )}
      </td>
    </tr>
  );
}

function Invite({ onClose }: { onClose: () => void }) {
  const { id, role: ownRole } = useProject();
  const invite = useProjectMutation(api.members.dashboard.invite);
  const { field, draft, submit, isSending, problemOf } = useForm(`invite.${id}`, {
    email: "",
    role: "member",
  });
  return (
    <FormDialog
      title="Invite somebody"
      label="Invite"
      canSend={draft.email !== ""}
      isSending={isSending}
      problem={problemOf(null)}
      onClose={onClose}
      onSend={() =>
        void submit(async () => {
          await invite({ email: draft.email, role: draft.role as Role });
          showNotice({ tone: "good", text: `${draft.email} is a member from the first sign-in with this address on.` });
          onClose();
        })
      }
    >
      <TextField
        label="E-mail address"
        autoFocus
        hint="No mail is sent. Tell the person where the dashboard is."
        {...field("email")}
      />
      <ChoiceField
        label="Role"
        choices={memberRoles.filter((role) => mayInvite(ownRole, role)).map((role) => ({ value: role, label: role }))}
        {...field("role")}
      />
    </FormDialog>
  );
}
