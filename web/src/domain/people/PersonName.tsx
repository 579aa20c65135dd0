// The name of a person whom the service names by an id. All such names on a page come from one query.
import { api } from "#convex/_generated/api";
import { useUser } from "../../project/user";
import { useProjectQuery } from "../../live/projectHooks";

interface Props {
  id: string;
  /** The words around the name, such as “by ”. They come together with the name, once that is known. */
  before?: string;
  after?: string;
}

/** These are the newest members. In a project with more, the others are called former members, too. */
const members = { paginationOpts: { numItems: 100, cursor: null } };

export function PersonName({ id, before = "", after = "" }: Props) {
  const user = useUser();
  const found = useProjectQuery(api.members.dashboard.list, members);
  const isOwn = id === user.id;
  if (!isOwn && found.kind !== "ready") return null;
  const member = found.kind === "ready" ? found.value.page.find(({ userId }) => userId === id) : undefined;
  const isFirstWord = before === "";
  const name = isOwn ? (isFirstWord ? "You" : "you") : (member?.name ?? member?.email);
  return (
    <>
      {before}
      {name === undefined ? isFirstWord ? "A former member" : "a former member" : <bdi>{name}</bdi>}
      {after}
    </>
  );
}
