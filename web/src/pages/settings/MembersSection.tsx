// Who is in the project and in which role, and who is invited.
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { hasPermission, mayInvite, memberRoles } from "#convex/callers/roles";
import { useHasPermission, useProject } from "../../project/project";
import { useUser } from "../../project/user";
import { usePerform } from "../../live/usePerform";
import { useProjectList, useProjectMutation } from "../../live/projectHooks";
import { ChoiceField, TextField } from "../../parts/Fields";
import { FormDialog } from "../../parts/FormDialog";
import { showNotice } from "../../feedback/notices";
import { copyText } from "../../parts/copyText";
import { Select } from "../../parts/Select";
import table from "../../parts/Table.module.css";
import { TimeAgo } from "../../parts/Time";
import { useForm } from "../../parts/useForm";
import { SettingsList } from "./SettingsList";
import { RemoveButton } from "./RemoveButton";

type Member = FunctionReturnType<typeof api.members.dashboard.list>["page"][number];
type Role = Member["role"];

export function MembersSection() {
  const mayManage = useHasPermission("members:manage");
  const members = useProjectList(api.members.dashboard.list, {}, 100);
  const invitations = useProjectList(api.members.dashboard.invitations, {}, 100);
  const inviting = {
    label: "Invite",
    title: "Invite somebody",
    keys: "i",
    dialog: (onClose: () => void) => <Invite onClose={onClose} />,
  };
  return (
    <SettingsList
      about="Members read everything except secrets and do the work. Admins also manage people, keys and settings. Owners may do everything."
      adding={mayManage ? inviting : null}
      list={{ ...members, results: [...members.results, ...invitations.results] }}
      columns={[{ name: "Person" }, { name: "Role", className: table.state }, { name: "Since", className: table.end }]}
      keyOf={({ id }) => id}
      renderRow={(member) => <MemberRow member={member} />}
      empty={null}
    />
  );
}

function MemberRow({ member }: { member: Member }) {
  const { role: ownRole } = useProject();
  const user = useUser();
  const { perform } = usePerform();
  const updateRole = useProjectMutation(api.members.dashboard.updateRole);
  const remove = useProjectMutation(api.members.dashboard.remove);
  const { email, name, role, status, joinedAt, createdAt } = member;
  const displayName = name ?? email ?? "somebody";
  const mayChange = hasPermission(ownRole, role === "owner" ? "owners:manage" : "members:manage");
  const isSelf = member.userId === user.id;
  const targetUserId = member.userId ?? member.id;
  return (
    <tr className={table.row}>
      <td className={table.main}>
        <bdi>{displayName}</bdi>
        {isSelf && " (you)"}
        <span className={table.below}>{status === "invited" ? "Invited" : name === null ? "" : email}</span>
      </td>
      <td className={table.state}>
        {mayChange ? (
          <Select
            label={`Role of ${displayName}`}
            value={role}
            choices={memberRoles
              .filter((each) => each === role || mayInvite(ownRole, each))
              .map((each) => ({ value: each, label: each }))}
            onChange={(next) =>
              void perform(() => updateRole({ targetUserId, role: next }), `The role of ${displayName} is changed.`)
            }
          />
        ) : (
          role
        )}
      </td>
      <td className={table.end} data-label="Since">
        <TimeAgo at={joinedAt ?? createdAt} />
      </td>
      <td className={table.end}>
        {mayChange && (
          <RemoveButton
            label={isSelf ? "Leave" : "Remove"}
            title={isSelf ? "Leave the project" : `Remove ${displayName}`}
            change={() => remove({ targetUserId })}
            successText={isSelf ? "You have left the project." : `${displayName} is removed.`}
          >
            Keys, runner tokens and invitations created for or by this person end at once. Their work in the project is
            kept.
          </RemoveButton>
        )}
      </td>
    </tr>
  );
}

function Invite({ onClose }: { onClose: () => void }) {
  const { id, slug, role: ownRole } = useProject();
  const invite = useProjectMutation(api.members.dashboard.invite);
  const form = useForm(`invite.${id}`, {
    email: "",
    role: "member",
  });
  const { draft, field } = form;
  return (
    <FormDialog
      title="Invite somebody"
      label="Invite"
      canSend={draft.email !== ""}
      form={form}
      onClose={onClose}
      send={async () => {
        await invite({ email: draft.email, role: draft.role as Role });
        showNotice({
          tone: "plain",
          text: `${draft.email} becomes a member on the first sign-in with this address.`,
          action: { label: "Copy the link for them", run: () => void copyLink(`${location.origin}/p/${slug}/runs`) },
        });
        onClose();
      }}
    >
      <TextField
        label="E-mail address"
        autoFocus
        hint="No mail is sent. You can copy a link for the person afterwards."
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

async function copyLink(link: string): Promise<void> {
  const isCopied = await copyText(link);
  showNotice(isCopied ? { tone: "good", text: "The link is copied." } : { tone: "plain", text: `The link is ${link}` });
}
