// Asks before the key of a collector is refused.
import type { SiteView } from '@belfry/schema/http/sites';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { sites } from '../../../api/sites.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toast.ts';
import { messages } from './messages.ts';

export function RevokeCollector({ site: { id, name }, onClose }: { site: SiteView; onClose(): void }) {
  const queries = useQueryClient();
  const revoke = async () => {
    await call('POST /api/sites/:id/revoke', { params: { id } });
    toast('success', messages.revoked);
    void queries.invalidateQueries({ queryKey: sites.queryKey });
  };
  return (
    <Confirm title={messages.revokeTitle(name)} action={messages.revoke} onConfirm={revoke} onClose={onClose}>
      <p>{messages.revokeText}</p>
    </Confirm>
  );
}
