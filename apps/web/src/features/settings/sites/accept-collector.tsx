// Accepts the key of a collector that waits, after its fingerprint was compared, or refuses it.
import type { SiteView } from '@belfry/schema/http/sites';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { sites, useAwaitedSite } from '../../../api/sites.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toast.ts';
import { Fingerprint } from './fingerprint.tsx';
import { messages } from './messages.ts';

export function AcceptCollector({ site, onClose }: { site: SiteView; onClose(): void }) {
  const { id, name } = site;
  // another collector may have joined since, and the fingerprint is that of the last one
  const { fingerprint = '' } = useAwaitedSite(id) ?? site;
  const accepting = useAccepting(id, () => {
    toast('success', messages.accepted(name));
    onClose();
  });
  const refusing = useRefusing(id, onClose);
  const busy = accepting.isPending || refusing.isPending;
  const failure = accepting.error ?? refusing.error;
  return (
    <Dialog title={messages.acceptTitle(name)} busy={busy} onClose={onClose}>
      <DialogForm
        action={messages.accept}
        locked={busy}
        onSubmit={() => accepting.mutate(fingerprint)}
        onCancel={onClose}
        buttons={
          <Button look="framed" className="mr-auto" disabled={busy} onClick={() => refusing.mutate()}>
            {messages.refuse}
          </Button>
        }
      >
        <Fingerprint value={fingerprint} />
        {failure && <Problem>{failure.message}</Problem>}
      </DialogForm>
    </Dialog>
  );
}

/** Accepts the key with the fingerprint that was shown. */
export function useAccepting(id: string, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (fingerprint: string) => call('POST /api/sites/:id/accept', { params: { id }, body: { fingerprint } }),
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: sites.queryKey }),
  });
}

function useRefusing(id: string, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/sites/:id/revoke', { params: { id } }),
    onSuccess() {
      toast('success', messages.refused);
      void queries.invalidateQueries({ queryKey: sites.queryKey });
      onDone();
    },
  });
}
