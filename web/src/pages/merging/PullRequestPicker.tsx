// Open pull requests of runs to choose from, and others by their address.
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { useProjectList } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { controlClass } from "../../parts/Field";
import { OrderedPicker } from "../../parts/OrderedPicker";
import style from "./PullRequestPicker.module.css";

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

export function PullRequestPicker({ value, onChange, problem }: Props) {
  const { results, status, loadMore } = useProjectList(api.runs.dashboard.list, { status: "completed" }, 100);
  const open = results.flatMap(({ prStatus, prUrl, prNumber, name }) => {
    const number = prNumber ?? (prUrl === null ? null : pullRequestNumber(prUrl));
    return prStatus === "open" && prUrl !== null && number !== null ? [{ prUrl, prNumber: number, name }] : [];
  });
  const others = value.filter(({ prUrl }) => !open.some((each) => each.prUrl === prUrl));
  const isChosen = (prUrl: string) => value.some((each) => each.prUrl === prUrl);
  const all = [...others, ...open];

  function toggle(url: string): void {
    const without = value.filter(({ prUrl }) => prUrl !== url);
    onChange(isChosen(url) ? without : [...value, ...all.filter(({ prUrl }) => prUrl === url)]);
  }

  return (
    <OrderedPicker
      legend="Open pull requests of runs, in the order you choose them"
      items={all.map(({ prUrl, prNumber, name }) => ({ id: prUrl, name, about: `#${prNumber}`, title: prUrl }))}
      chosen={value.map(({ prUrl }) => prUrl)}
      onToggle={toggle}
      emptyText={
        status === "LoadingFirstPage"
          ? null
          : "No completed run has an open pull request. Add one by its address below."
      }
      problem={problem}
      below={
        <>
          {status === "CanLoadMore" && (
            <Button look="bare" onClick={() => loadMore(100)}>
              Load older runs
            </Button>
          )}
          <ByAddress onAdd={(pullRequest) => !isChosen(pullRequest.prUrl) && onChange([...value, pullRequest])} />
        </>
      }
    />
  );
}

function ByAddress({ onAdd }: { onAdd: (pullRequest: PullRequest) => void }) {
  const [address, setAddress] = useState("");
  const number = pullRequestNumber(address);
  function add(): void {
    if (number === null) return;
    onAdd({ prUrl: address.trim(), prNumber: number, name: address.trim() });
    setAddress("");
  }
  return (
    <div className={style.adding}>
      <input
        className={controlClass}
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
function pullRequestNumber(address: string): number | null {
  const found = /^https?:\/\/\S+\/(\d+)\/?$/.exec(address.trim())?.[1];
  return found === undefined ? null : Number(found);
}
