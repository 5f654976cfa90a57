// The addresses of guests, edited in a table. They are checked while the user types, and saved together.
import { customUrlProblem } from '@belfry/domain/custom-url';
import type { GuestFacts } from '@belfry/domain/guest-figures';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { guestMetadata, saveGuestUrls } from '../../../api/guest-metadata.ts';
import { urlOf } from '../../../lib/guest-url.ts';
import { useMay } from '../../../lib/may.ts';
import { useList, useLive } from '../../../live/use-live.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toast.ts';
import { UnsavedBar } from '../../../ui/unsaved-bar.tsx';
import { CardSkeleton } from '../card.tsx';
import { messages } from './messages.ts';
import { urlRows } from './rows.ts';
import { UrlTable } from './url-table.tsx';

export function GuestUrls() {
  const query = useQuery(guestMetadata);
  const queries = useQueryClient();
  const mayEdit = useMay('operate');
  const ready = useLive(({ state }) => state !== null);
  const [vms, containers] = [useList('vms'), useList('containers')];
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);

  const saved = query.data;
  const guests = useMemo(() => [...vms, ...containers], [vms, containers]);
  const textOf = (guest: GuestFacts) => typed[guest.id] ?? urlOf(guest, saved) ?? '';
  const rows = urlRows(guests, search, textOf);
  const changes = Object.entries(typed);
  const changed = changes.length > 0;
  const wrong = changes.some(([, url]) => customUrlProblem(url.trim()) !== undefined);
  useBlocker({
    shouldBlockFn: () => changed && !window.confirm(messages.leave),
    enableBeforeUnload: changed,
    disabled: !changed,
  });

  const type = (guest: GuestFacts, text: string) => {
    const { [guest.id]: _, ...others } = typed;
    setTyped(text === (urlOf(guest, saved) ?? '') ? others : { ...typed, [guest.id]: text });
    setRefused({});
  };
  const save = async () => {
    if (busy || wrong) return;
    setBusy(true);
    try {
      await saveGuestUrls(queries, Object.fromEntries(changes.map(([id, url]) => [id, url.trim()])));
      setTyped({});
      toast('success', messages.saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error.refusal.details);
      toast('error', `${messages.saveFailed}: ${error.message}`);
    }
    setBusy(false);
  };

  if (query.error && !saved)
    return (
      <Problem>
        {messages.loadFailed}: {query.error.message}
      </Problem>
    );
  if (!saved || !ready)
    return (
      <>
        <p className="sr-only">{messages.loading}</p>
        <CardSkeleton />
      </>
    );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <search className="mb-3 flex h-9 items-center gap-2 rounded-md border border-line bg-panel pl-2.5 text-mute focus-within:border-brand max-md:h-11 md:max-w-80">
        <Search size={14} aria-hidden />
        <input
          type="search"
          aria-label={messages.search}
          placeholder={messages.search}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className="h-full min-w-0 flex-1 bg-transparent pr-2 text-text outline-none placeholder:text-mute max-md:text-[16px]"
        />
      </search>
      {Object.entries(refused).map(([id, text]) => (
        <Problem key={id} className="mb-3">
          {id}: {text}
        </Problem>
      ))}
      {rows.length === 0 ? (
        <div className="card">
          <Notice title={messages.none}>{search !== '' && <p>{messages.noneMatch(search)}</p>}</Notice>
        </div>
      ) : (
        <UrlTable rows={rows} textOf={textOf} disabled={busy || !mayEdit} onType={type} />
      )}
      {changed && (
        <UnsavedBar
          text={wrong ? messages.fixFirst : messages.unsaved(changes.length)}
          busy={busy}
          {...(!wrong && { onSave: () => void save() })}
          onDiscard={() => setTyped({})}
        />
      )}
    </form>
  );
}
