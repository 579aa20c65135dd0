// What people are called whom the service names by their id.
import { api } from "../../../../convex/_generated/api";
import { useUser } from "../../app/user";
import { useProjectList } from "../../live/useProjectQuery";

export function usePersonName(): (id: string) => string {
  const user = useUser();
  const { results } = useProjectList(api.members.dashboard.list, {}, 100);
  return (id) => {
    if (id === user.id) return "you";
    const member = results.find(({ userId }) => userId === id);
    return member?.name ?? member?.email ?? "somebody who has left";
  };
}
