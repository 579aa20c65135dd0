// Asks the browser once for notifications of what is new in the inbox.
import { requestNotificationPermission, useNotificationPermission } from "./useBrowserNotifications";
import { Button } from "../../parts/Button";

export function NotifyMeButton() {
  if (useNotificationPermission() !== "default") return null;
  return <Button onClick={() => void requestNotificationPermission()}>Notify me</Button>;
}
