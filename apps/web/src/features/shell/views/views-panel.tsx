// The saved views of the user: open, rename, delete, and save what the screen shows now.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Link2, MonitorUp } from 'lucide-react';
import { useId, useState } from 'react';
import { useSubmit } from '../../../api/use-submit.ts';
import { makeViewLink, savedViews, saveViewAs, viewLinks } from '../../../api/views.ts';
import { useMay } from '../../../lib/may.ts';
import { usePathname } from '../../../lib/pathname.ts';
import { currentView } from '../../../lib/view/current.ts';
import { isLiveScreen } from '../../../lib/view/live-screen.ts';
import { Button } from '../../../ui/button.tsx';
import { type ExpiryChoice, ExpiryField, expiryOf } from '../../../ui/expiry-field.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Secret } from '../../../ui/secret.tsx';
import { toast } from '../../../ui/toast.ts';
import { messages } from './messages.ts';
import { SavedViewRow } from './saved-view-row.tsx';

export function ViewsPanel({ onClose }: { onClose(): void }) {
  const { data, error } = useQuery(savedViews);
  const navigate = useNavigate();
  return (
    <div className="flex flex-col gap-3 text-sm">
      {error && <Problem>{messages.failed}</Problem>}
      {data?.length === 0 && <p className="text-soft">{messages.none}</p>}
      {data && data.length > 0 && (
        <ul aria-label={messages.views} className="-mx-1.5 flex flex-col">
          {data.map((view) => (
            <SavedViewRow key={view.id} view={view} onOpen={onClose} />
          ))}
        </ul>
      )}
      <SaveForm />
      <Button
        className="self-start"
        onClick={() => {
          void navigate({ to: '.', search: (now) => ({ ...now, kiosk: '1' }) });
          onClose();
        }}
      >
        <MonitorUp size={14} /> {messages.kiosk}
      </Button>
    </div>
  );
}

function SaveForm() {
  const queries = useQueryClient();
  const pathname = usePathname();
  const mayLink = useMay('configure') && isLiveScreen(pathname);
  const [name, setName] = useState('');
  const [expiry, setExpiry] = useState<ExpiryChoice>('never');
  const [made, setMade] = useState<{ name: string; link: string } | null>(null);
  const id = useId();
  const check = () => (name.trim() === '' ? { name: messages.nameRequired } : {});
  const body = () => ({ ...currentView(), name: name.trim() });
  const saving = useSubmit({
    check,
    send: () => saveViewAs(body()),
    async onDone() {
      toast('success', messages.saved(name.trim()));
      setName('');
      await queries.invalidateQueries({ queryKey: savedViews.queryKey });
    },
  });
  const linking = useSubmit({
    check,
    send: () => makeViewLink({ ...body(), ...expiryOf(expiry) }),
    onDone(link) {
      setMade({ name: name.trim(), link });
      setName('');
      void queries.invalidateQueries({ queryKey: viewLinks.queryKey });
    },
  });
  const busy = saving.sending || linking.sending;
  const failure = saving.failure ?? linking.failure;
  return (
    <form
      id={id}
      noValidate
      className="flex flex-col gap-2 border-t border-line-soft pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        linking.clear();
        saving.submit();
      }}
    >
      <TextField
        label={messages.name}
        value={name}
        error={saving.errors.name ?? linking.errors.name}
        autoComplete="off"
        maxLength={64}
        onChange={(event) => {
          setName(event.currentTarget.value);
          saving.clear();
          linking.clear();
        }}
      />
      {mayLink && <ExpiryField label={messages.expiry} value={expiry} onValue={setExpiry} />}
      {failure && <Problem>{failure.message}</Problem>}
      <div className="flex flex-wrap gap-2">
        <Button look="main" type="submit" disabled={busy}>
          {messages.save}
        </Button>
        {mayLink && (
          <Button
            look="framed"
            disabled={busy}
            onClick={() => {
              saving.clear();
              linking.submit();
            }}
          >
            <Link2 size={14} /> {messages.link}
          </Button>
        )}
      </div>
      {made && (
        <>
          <Secret label={messages.linkOf(made.name)} value={made.link} autoFocus />
          <p className="text-soft">{messages.linkHint}</p>
        </>
      )}
    </form>
  );
}
