import { SecretDialog } from "./SecretDialog";

export function WebhookSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog
      title="The secret of the webhook"
      secret={secret}
      example="await webhooks.verify(body, request.headers, secret)"
      onClose={onClose}
    />
  );
}
