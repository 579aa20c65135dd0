// Who is signed in, and what this person can choose for themselves.
import { CircleUserRound } from "lucide-react";
import { Menu } from "../parts/Menu";
import { toLabel } from "../parts/Status";
import { useUser } from "../project/user";
import style from "./AccountMenu.module.css";
import { useSignOut } from "./sessionContext";
import { setTheme, themes, useTheme } from "./theme";

export function AccountMenu({ onShowShortcuts }: { onShowShortcuts: () => void }) {
  const user = useUser();
  const signOut = useSignOut();
  const chosen = useTheme();
  const account = user.name === null ? "Account" : user.email;
  return (
    <div className={style.account}>
      <Menu
        label={user.name ?? user.email}
        look="bare"
        icon={<CircleUserRound size={16} aria-hidden />}
        items={[
          ...themes.map((theme) => ({
            label: toLabel(theme),
            group: "Theme",
            isChosen: theme === chosen,
            run: () => setTheme(theme),
          })),
          { label: "Keyboard shortcuts", group: account, run: onShowShortcuts },
          { label: "Sign out", group: account, run: signOut },
        ]}
      />
    </div>
  );
}
