// Adds a site, or gets a new command for one: the form, and then the command.
import type { Invitation, SiteView } from '@belfry/schema/http/sites';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { sites } from '../../../api/sites.ts';
import { useSubmit } from '../../../api/use-submit.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { type Accept, AcceptChoice } from './accept-choice.tsx';
import { Invited } from './invited.tsx';
import { messages } from './messages.ts';
import { NameField, nameErrors } from './name-field.tsx';
import { SiteHosts } from './site-hosts.tsx';

interface InviteDialogProps {
  /** The site that gets another collector; absent: a site is added. */
  site?: SiteView;
  onClose(): void;
}

export function InviteDialog({ site, onClose }: InviteDialogProps) {
  const queries = useQueryClient();
  const [name, setName] = useState(site?.name ?? '');
  const [accept, setAccept] = useState<Accept>('token');
  const { submit, sending, errors, failure, typed, reply } = useSubmit({
    check: () => nameErrors(name),
    send: () => invite(site?.id, name.trim(), accept),
    onDone: () => queries.invalidateQueries({ queryKey: sites.queryKey }),
  });
  const title = site ? messages.newCommandFor(site.name) : messages.add;
  if (reply)
    return (
      <Dialog wide careful title={title} onClose={onClose}>
        <Invited invitation={reply} name={name.trim()} accept={accept} before={site?.fingerprint} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog careful title={title} busy={sending} onClose={onClose}>
      <DialogForm action={messages.makeCommand} locked={sending} onSubmit={() => submit()} onCancel={onClose}>
        {site ? (
          <Replaced site={site} />
        ) : (
          <NameField
            name={name}
            error={errors.name}
            onName={(text) => {
              setName(text);
              typed('name');
            }}
          />
        )}
        <AcceptChoice value={accept} onChange={setAccept} />
        {failure && <Problem>{failure.message}</Problem>}
      </DialogForm>
    </Dialog>
  );
}

/** What another collector costs. Nothing where none has joined yet. */
function Replaced({ site }: { site: SiteView }) {
  const { status, instances } = site;
  if (status === 'new' || status === 'waiting') return null;
  return (
    <>
      {instances.length > 0 && (
        <Problem tone="warn">
          <p className="mb-1.5">{messages.secretsAgain(instances.length)}</p>
          <SiteHosts site={site} />
        </Problem>
      )}
      {status !== 'revoked' && <p className="text-soft">{messages.presentWorks}</p>}
    </>
  );
}

function invite(id: string | undefined, name: string, accept: Accept): Promise<Invitation> {
  return id === undefined
    ? call('POST /api/sites', { body: { name, accept } })
    : call('POST /api/sites/:id/token', { params: { id }, body: { accept } });
}
