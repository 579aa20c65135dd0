import { wordsOf, Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { Ago, useNow } from "../../parts/Time";
import type { useRowKeys } from "../../parts/useRowKeys";
import { stateOf } from "./runner";
import type { Runner } from "./runner";

interface Props {
  runner: Runner;
  rowProps: ReturnType<ReturnType<typeof useRowKeys>["rowProps"]>;
}

export function RunnerRow({ runner, rowProps }: Props) {
  const { runnerId, tokenId, kinds, lastSeenAt, jobIds } = runner;
  return (
    <tr className={table.row} {...rowProps}>
      <td className={table.main}>
        <bdi>{runnerId}</bdi>
        <span className={table.below}>
          {tokenId === null ? "With the secret of the deployment" : "With a token of this project"}
        </span>
      </td>
      <td className={table.state}>
        <State runner={runner} />
      </td>
      <td className={table.some}>{jobIds.length === 0 ? "" : `${jobIds.length} jobs`}</td>
      <td className={`${table.some} ${table.minor}`}>{kinds === null ? "All kinds" : kinds.map(wordsOf).join(", ")}</td>
      <td className={table.end}>
        <Ago at={lastSeenAt} />
      </td>
    </tr>
  );
}

function State({ runner }: { runner: Runner }) {
  const state = stateOf(runner, useNow(10_000));
  switch (state.kind) {
    case "silent":
      return <Status of="failed" label={state.text} />;
    case "working":
      return <Status of="running" label="Works" />;
    case "waiting":
      return <Status of="active" label="Asks for work" />;
  }
}
