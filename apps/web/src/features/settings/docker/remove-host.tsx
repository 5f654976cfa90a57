// Asks before a host is removed. A host that is already gone counts as removed.
import type { DockerHost } from '@belfry/schema/entities/docker';
import { ApiError, call } from '../../../api/client.ts';
import { useServerAddress } from '../../../api/server-address.ts';
import { uninstallCommand } from '../../../lib/docker-install.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toast.ts';
import { messages } from './messages.ts';

const SUCCESS_STAYS_MS = 3_500;
const FAILURE_STAYS_MS = 8_000;

export function RemoveHost({ host: { id, displayName }, onClose }: { host: DockerHost; onClose(): void }) {
  const { address } = useServerAddress();
  const remove = async () => {
    try {
      await call('DELETE /api/agents/docker/hosts/:id', { params: { id } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 404)
        return toast('error', messages.removeFailed, { message: error.message, timeout: FAILURE_STAYS_MS });
    }
    toast('success', messages.removed(displayName), { timeout: SUCCESS_STAYS_MS });
  };
  return (
    <Confirm title={messages.removeTitle(displayName)} action={messages.remove} onConfirm={remove} onClose={onClose}>
      <p>{messages.removeText}</p>
      <p className="mt-2">{messages.removeHint}</p>
      <code className="mt-1 block font-mono text-xs break-all select-all [font-variant-ligatures:none]">
        {uninstallCommand(address)}
      </code>
    </Confirm>
  );
}
