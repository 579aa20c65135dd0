// Views of one page, of which one is shown. The address says which.
import style from "./Tabs.module.css";

interface Props<Name extends string> {
  label: string;
  tabs: readonly { name: Name; label: string }[];
  chosen: Name;
  onChoose: (name: Name) => void;
}

export function Tabs<Name extends string>({ label, tabs, chosen, onChoose }: Props<Name>) {
  return (
    <nav className={style.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.name}
          type="button"
          className={style.tab}
          aria-current={tab.name === chosen ? "true" : undefined}
          onClick={() => onChoose(tab.name)}
        >
          {tab.label}
        </button>
      ))}
    </nav>
  );
}
