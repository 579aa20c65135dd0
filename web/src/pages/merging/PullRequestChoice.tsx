// Open pull requests of runs to choose from, and others by their address.
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { useProjectList } from "../../live/useProjectQuery";
import { Button } from "../../parts/Button";
import style from "./PullRequestChoice.module.css";

export interface PullRequest {
  prUrl: string;
  prNumber: number;
  name: string;
}

interface Props {
  value: readonly PullRequest[];
  onChange: (pullRequests: PullRequest[]) => void;
  problem: string | undefined;
}

export function PullRequestChoice({ value, onChange, problem }: Props) {
  const { results, status, loadMore } = useProjectList(api.runs.dashboard.list, { status: "completed" }, 100);
  const open = results.flatMap(({ prStatus, prUrl, prNumber, name }) => {
    const number = prNumber ?? (prUrl === null ? null : numberOf(prUrl));
    return prStatus === "open" && prUrl !== null && number !== null ? [{ prUrl, prNumber: number, name }] : [];
  });
  const others = value.filter(({ prUrl }) => !open.some((each) => each.prUrl === prUrl));
  const isChosen = (prUrl: string) => value.some((each) => each.prUrl === prUrl);
  const all = [...others, ...open];

  function toggle(pullRequest: PullRequest): void {
    const without = value.filter(({ prUrl }) => prUrl !== pullRequest.prUrl);
    onChange(isChosen(pullRequest.prUrl) ? without : [...value, pullRequest]);
  }

  return (
    <fieldset className={style.choice}>
      <legend>Open pull requests of runs, in the order in which you choose them</legend>
      <ul className={style.list}>
        {all.map((pullRequest) => {
          const place = value.findIndex(({ prUrl }) => prUrl === pullRequest.prUrl);
          return (
            <li key={pullRequest.prUrl}>
              <label className={style.item}>
                <input type="checkbox" checked={place >= 0} onChange={() => toggle(pullRequest)} />
                <span className={style.place}>{place >= 0 ? place + 1 : ""}</span>
                <bdi className={style.name} title={pullRequest.prUrl}>
                  {pullRequest.name}
                </bdi>
                <span className={style.number}>#{pullRequest.prNumber}</span>
              </label>
            </li>
          );
        })}
        {all.length === 0 && status !== "LoadingFirstPage" && (
          <li className={style.none}>No completed run has an open pull request. Add one by its address below.</li>
        )}
      </ul>
      {status === "CanLoadMore" && (
        <Button look="bare" onClick={() => loadMore(100)}>
          Look at older runs
        </Button>
      )}
      <ByAddress onAdd={(pullRequest) => !isChosen(pullRequest.prUrl) && onChange([...value, pullRequest])} />
      {problem !== undefined && (
        <p className={style.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function ByAddress({ onAdd }: { onAdd: (pullRequest: PullRequest) => void }) {
  const [address, setAddress] = useState("");
  const number = numberOf(address);
  function add(): void {
    if (number === null) return;
    onAdd({ prUrl: address.trim(), prNumber: number, name: address.trim() });
    setAddress("");
  }
  return (
    <div className={style.adding}>
      <input
        className={style.address}
        aria-label="Address of another pull request"
        placeholder="https://…/pull/12"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          add();
        }}
      />
      <Button disabled={number === null} onClick={add}>
        Add
      </Button>
    </div>
  );
}

/** Addresses of pull requests end with their number. */
function numberOf(address: string): number | null {
  const found = /^https?:\/\/\S+\/(\d+)\/?$/.exec(address.trim())?.[1];
  return found === undefined ? null : Number(found);
}
