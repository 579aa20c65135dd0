// What rows of keys and of runner tokens have in common. The secret itself is shown nowhere.
import { PersonName } from "../../domain/people/PersonName";
import table from "../../parts/Table.module.css";
import { TimeAgo } from "../../parts/Time";

interface Secret {
  name: string;
  prefix: string;
  createdBy: string;
}

export function SecretName({ secret: { name, prefix, createdBy } }: { secret: Secret }) {
  return (
    <td className={table.main}>
      <bdi>{name}</bdi>
      <span className={table.below}>
        {prefix}… <PersonName id={createdBy} before="by " />
      </span>
    </td>
  );
}

export function ExpiryNote({ at }: { at: string }) {
  return (
    <span className={table.below}>
      ends <TimeAgo at={at} />
    </span>
  );
}
