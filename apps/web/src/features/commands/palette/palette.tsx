// The command palette: one field that finds every thing and every command. While it is open, only what
// is typed and commands that come late change the list, so that nothing moves under the pointer when data arrives.
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useRouter } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { base } from '../../../lib/base.ts';
import { useCommandChanges } from '../../../lib/commands.ts';
import { isMac, POPUP } from '../../../lib/hotkeys.ts';
import { loadPref, savePref } from '../../../lib/prefs.ts';
import { useLiveStore } from '../../../live/use-live.ts';
import type { Area } from '../../../ui/area/pages.ts';
import { IconButton } from '../../../ui/button.tsx';
import { useFocusBack } from '../../../ui/dialog.tsx';
import { surface } from '../../../ui/surface.ts';
import type { PaletteProps as BaseProps } from '../commands.tsx';
import { Kbd } from '../kbd.tsx';
import { messages } from '../messages.ts';
import { type Choice, choicesOf } from './choice.ts';
import { useCommandChoices } from './commands.ts';
import { createFind, type Find } from './matches.ts';
import { recentPref, withRecent } from './recent.ts';
import { Result } from './result.tsx';
import { firstOf, type ResultGroup, resultsOf, suggestions } from './results.ts';
import { thingsOf } from './things.ts';

/** Short enough to be ready for the first letter. */
const AFTER_THE_PICTURE_MS = 30;
/** More than the list has room for. The others are rendered when the user moves in the list. */
const FIRST_RESULTS = 16;

interface PaletteProps extends BaseProps {
  areas: readonly Area[];
}

export function Palette({ areas, onClose, typed }: PaletteProps) {
  const { text, setText, results } = useResults(areas);
  const [all, setAll] = useState(false);
  const groups = all ? results.groups : firstOf(results.groups, FIRST_RESULTS);
  useFocusBack();
  // the library focuses the field one frame later, and letters typed until then would be lost
  const onField = useCallback(
    (field: HTMLInputElement | null) => {
      if (!field) return;
      field.focus();
      setText(typed.current);
    },
    [setText, typed],
  );
  const choose = ({ key, run }: Choice) => {
    savePref(recentPref, withRecent(loadPref(recentPref), key));
    onClose(run);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // the keys that open it also close it
    if (event.key.toLowerCase() !== 'k' || !(isMac() ? event.metaKey : event.ctrlKey)) return;
    event.preventDefault();
    onClose();
  };
  // before the list handles the key: the arrow up leads from its first choice to its last one
  const onKeyDownCapture = ({ key }: KeyboardEvent) => {
    if (key.startsWith('Arrow')) flushSync(() => setAll(true));
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Popup
          {...{ [POPUP]: '' }}
          aria-label={messages.palette}
          onKeyDown={onKeyDown}
          onKeyDownCapture={onKeyDownCapture}
          className={`${surface} fixed top-[10dvh] left-1/2 z-50 flex max-h-[min(560px,80dvh)] w-[calc(100vw-24px)] max-w-2xl -translate-x-1/2 flex-col max-md:top-3`}
        >
          <Autocomplete.Root
            open
            inline
            mode="none"
            items={groups}
            value={text}
            onValueChange={(next, { reason }) => reason === 'input-change' && setText(next)}
            itemToStringValue={({ name }: Choice) => name}
            autoHighlight="always"
            keepHighlight
          >
            <div className="flex items-center gap-2.5 border-b border-line-soft py-1.5 pr-2 pl-4">
              <Search size={15} aria-hidden className="shrink-0 text-mute" />
              <Autocomplete.Input
                ref={onField}
                aria-label={messages.palette}
                placeholder={messages.placeholder}
                spellCheck={false}
                className="h-9 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-mute max-md:h-11 max-md:text-[16px]"
              />
              <Dialog.Close
                render={
                  <IconButton label={messages.close}>
                    <X size={15} />
                  </IconButton>
                }
              />
            </div>
            <Autocomplete.Status className="sr-only">
              {text !== '' &&
                messages.found(results.groups.reduce((sum, { items }) => sum + items.length, results.more))}
            </Autocomplete.Status>
            <div
              onScroll={() => setAll(true)}
              className="min-h-0 flex-1 overflow-auto overscroll-contain [scrollbar-width:thin]"
            >
              <Autocomplete.Empty>
                <div className="px-4 py-6">
                  <p className="font-semibold break-words">{messages.nothing(text.trim())}</p>
                  <p className="mt-1 text-soft">{messages.nothingHint}</p>
                </div>
              </Autocomplete.Empty>
              <Autocomplete.List className="p-1.5 data-empty:p-0">
                {({ value, items }: ResultGroup) => (
                  <Autocomplete.Group key={value} items={items} className="not-last:mb-1.5">
                    <Autocomplete.GroupLabel className="px-2.5 py-1 text-xs font-semibold text-mute">
                      {messages.groups[value]}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(choice: Choice) => (
                        <Autocomplete.Item
                          key={choice.key}
                          value={choice}
                          onClick={() => choose(choice)}
                          className="flex min-h-8 cursor-pointer scroll-my-2 items-center gap-2.5 rounded-md px-2.5 py-1 outline-none data-highlighted:bg-brand-bg data-highlighted:shadow-[inset_2px_0_0_var(--color-brand)] max-md:min-h-11"
                        >
                          <Result choice={choice} />
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
              {results.more > 0 && <p className="px-4 pb-3 text-sm text-mute">{messages.more(results.more)}</p>}
            </div>
          </Autocomplete.Root>
          <p aria-hidden className="flex gap-4 border-t border-line-soft px-4 py-2 text-sm text-mute max-md:hidden">
            <Hint keys="↑ ↓" does={messages.move} />
            <Hint keys="Enter" does={messages.open} />
            <Hint keys="Esc" does={messages.dismiss} />
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const Hint = ({ keys, does }: { keys: string; does: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <Kbd>{keys}</Kbd> {does}
  </span>
);

function useResults(areas: readonly Area[]) {
  const { first, find } = useSearch(areas);
  const [text, setText] = useState('');
  const results = useMemo(() => (text.trim() === '' ? first : resultsOf(find, text)), [first, find, text]);
  return { text, setText, results };
}

/** What is shown without a text, and the search. Both change only when commands come or go, such as those of late code. */
function useSearch(areas: readonly Area[]) {
  const { history } = useRouter();
  const push = useCallback((address: string) => history.push(base + address), [history]);
  const live = useLiveStore();
  const commandChoices = useCommandChoices(areas, push);
  const changes = useCommandChanges();
  const make = () => {
    const { state, docker } = live.get();
    const commands = commandChoices();
    const things = state ? thingsOf(state, docker.hosts, push) : [];
    const recent = loadPref(recentPref);
    const known = new Map(
      [...commands, ...things.flatMap((kind) => kind.withKeys(recent))].map((choice) => [choice.key, choice]),
    );
    let prepared: Find | undefined;
    const find: Find = (text, most) => {
      prepared ??= createFind([choicesOf(commands), ...things]);
      return prepared(text, most);
    };
    const first = suggestions(
      commands,
      recent.flatMap((key) => known.get(key) ?? []),
    );
    return { first, find, changes };
  };
  const [search, setSearch] = useState(make);
  if (search.changes !== changes) setSearch(make());
  // the first picture needs only commands and recent choices; a search without a text prepares ten thousand things after it
  const { find } = search;
  useEffect(() => {
    const timer = setTimeout(find, AFTER_THE_PICTURE_MS, '', 0);
    return () => clearTimeout(timer);
  }, [find]);
  return search;
}
