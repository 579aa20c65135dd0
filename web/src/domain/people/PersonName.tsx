// The name of a person whom the service names by an id. All such names on a page come from one query.
import { api } from "../../../../convex/_generated/api";
import { useUser } from "../../app/user";
import { useProjectQuery } from "../../live/useProjectQuery";

/** These are the newest members. In a project with more, the others are called former members, too. */
const members = { paginationOpts: { numItems: 100, cursor: null } };

export function PersonName({ id }: { id: string }) {
  const user = useUser();
  const found = useProjectQuery(api.members.dashboard.list, members);
  if (id === user.id) return "You";
  if (found.kind !== "shown") return null;
  const member = found.value.page.find(({ userId }) => userId === id);
  return member === undefined ? "A former member" : <bdi>{member.name ?? member.email}</bdi>;
}
