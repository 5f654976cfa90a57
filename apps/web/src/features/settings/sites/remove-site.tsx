// Asks before a site is removed. A site with hosts cannot be removed, and the dialog names them.
import type { SiteView } from '@belfry/schema/http/sites';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { sites } from '../../../api/sites.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { messages } from './messages.ts';
import { SiteHosts } from './site-hosts.tsx';

export function RemoveSite({ site, onClose }: { site: SiteView; onClose(): void }) {
  const { id, name, instances } = site;
  const queries = useQueryClient();
  const remove = async () => {
    await call('DELETE /api/sites/:id', { params: { id } });
    queries.setQueryData(sites.queryKey, (known) => known?.filter((each) => each.id !== id));
    toast('success', messages.removed);
  };
  if (instances.length > 0)
    return (
      <Dialog title={messages.remove(name)} onClose={onClose}>
        <DialogBody>
          <p className="mb-2 text-soft">{messages.hasHosts(name)}</p>
          <SiteHosts site={site} />
        </DialogBody>
        <DialogFoot>
          <Button look="framed" onClick={onClose} autoFocus>
            {messages.close}
          </Button>
        </DialogFoot>
      </Dialog>
    );
  return (
    <Confirm title={messages.removeTitle(name)} action={messages.removeAction} onConfirm={remove} onClose={onClose}>
      <p>{messages.removeText}</p>
    </Confirm>
  );
}
