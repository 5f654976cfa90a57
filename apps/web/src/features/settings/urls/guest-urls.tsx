// The addresses of guests, edited in a table. They are checked while the user types, and saved together.
import { customUrlProblem } from '@belfry/domain/custom-url';
import type { GuestFacts } from '@belfry/domain/guest-figures';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useMemo } from 'react';
import { guestMetadata, saveGuestUrls } from '../../../api/guest-metadata.ts';
import { useSubmit } from '../../../api/use-submit.ts';
import { useLeaveGuard } from '../../../lib/draft/leaving.tsx';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import { urlOf } from '../../../lib/guest-url.ts';
import { useMay } from '../../../lib/may.ts';
import { useView } from '../../../lib/view/use-view.ts';
import { useList, useLive } from '../../../live/use-live.ts';
import { CardSkeleton } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toast.ts';
import { UnsavedBar } from '../../../ui/unsaved-bar.tsx';
import { messages } from './messages.ts';
import { urlRows } from './rows.ts';
import { UrlTable } from './url-table.tsx';
import { urlsCodec } from './view.ts';

export function GuestUrls() {
  const query = useQuery(guestMetadata);
  const queries = useQueryClient();
  const mayEdit = useMay('operate');
  const ready = useLive(({ state }) => state !== null);
  const [vms, containers] = [useList('vms'), useList('containers')];
  const [{ search }, change] = useView(urlsCodec);

  const guests = useMemo(() => [...vms, ...containers], [vms, containers]);
  const saved = useMemo(() => urlsOf(guests, query.data), [guests, query.data]);
  const { draft, set, changed, theirs, reset } = useDraft(saved);
  const textOf = (guest: GuestFacts) => draft[guest.id] ?? '';
  const rows = urlRows(guests, search, textOf);
  const unsaved = changed.length > 0;
  const wrong = changed.some((id) => customUrlProblem((draft[id] ?? '').trim()) !== undefined);
  const { question } = useLeaveGuard(unsaved);
  const { submit, sending, errors, clear } = useSubmit({
    send: () => saveGuestUrls(queries, Object.fromEntries(changed.map((id) => [id, (draft[id] ?? '').trim()]))),
    onDone() {
      reset();
      toast('success', messages.saved);
    },
    errorsOf(refused) {
      toast('error', messages.saveFailed, { message: refused.message });
      return refused.refusal.details;
    },
  });
  const type = (guest: GuestFacts, text: string) => {
    set({ [guest.id]: text });
    clear();
  };
  const save = () => {
    if (unsaved && !wrong) submit();
  };

  if (query.error && !query.data)
    return (
      <Problem>
        {messages.loadFailed}: {query.error.message}
      </Problem>
    );
  if (!query.data || !ready) return <CardSkeleton text={messages.loading} />;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <search className="mb-3 flex h-9 items-center gap-2 rounded-md border border-line bg-panel pl-2.5 text-mute focus-within:border-brand max-md:h-11 md:max-w-80">
        <Search size={14} aria-hidden />
        <input
          type="search"
          aria-label={messages.search}
          placeholder={messages.search}
          value={search}
          onChange={(event) => change({ search: event.currentTarget.value })}
          className="h-full min-w-0 flex-1 bg-transparent pr-2 text-text outline-none placeholder:text-mute max-md:text-[16px]"
        />
      </search>
      {Object.entries(errors).map(([id, text]) => (
        <Problem key={id} className="mb-3">
          {id}: {text}
        </Problem>
      ))}
      {rows.length === 0 ? (
        <div className="card">
          <Notice title={messages.none}>{search !== '' && <p>{messages.noneMatch(search)}</p>}</Notice>
        </div>
      ) : (
        <UrlTable
          rows={rows}
          textOf={textOf}
          theirs={theirs}
          disabled={sending || !mayEdit}
          onType={type}
          onTake={({ id }) => reset(id)}
        />
      )}
      {unsaved && (
        <UnsavedBar
          text={wrong ? messages.fixFirst : messages.unsaved(changed.length)}
          busy={sending}
          {...(!wrong && { onSave: save })}
          onDiscard={() => {
            reset();
            clear();
          }}
        />
      )}
      {question}
    </form>
  );
}

/** The saved address of every guest, by its id; empty without one. */
const urlsOf = (guests: readonly GuestFacts[], saved: Parameters<typeof urlOf>[1]): Readonly<Record<string, string>> =>
  Object.fromEntries(guests.map((guest) => [guest.id, urlOf(guest, saved) ?? '']));
