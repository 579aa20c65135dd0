// Asks the browser once for notifications of what is new in the inbox.
import { askForPermission, usePermission } from "./useNotifications";
import { Button } from "../../parts/Button";

export function NotifySwitch() {
  if (usePermission() !== "default") return null;
  return <Button onClick={() => void askForPermission()}>Notify me</Button>;
}
