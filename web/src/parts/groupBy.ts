/** Groups in the order of their first members. */
export function groupBy<Member, Key>(members: readonly Member[], keyOf: (member: Member) => Key): Map<Key, Member[]> {
  const groups = new Map<Key, Member[]>();
  for (const member of members) {
    const group = groups.get(keyOf(member));
    if (group === undefined) groups.set(keyOf(member), [member]);
    else group.push(member);
  }
  return groups;
}
