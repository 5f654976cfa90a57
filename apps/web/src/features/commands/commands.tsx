// The commands of the whole app, and what they open. The code of what they open is loaded on demand.
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCommand } from '../../lib/commands.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { late } from '../../ui/late.ts';

const KeysDialog = late(async () => (await import('./keys-dialog.tsx')).KeysDialog);

/** `run` of `onClose` is what the user chose. */
export interface PaletteProps {
  onClose(run?: () => void): void;
  /** What was typed before the palette was there. */
  typed: { current: string };
}

interface CommandsProps {
  Palette: ComponentType<PaletteProps>;
  /** The names of the two commands. The other texts come with the late code. */
  names: Record<'palette' | 'keys', () => string>;
}

export function Commands({ Palette, names }: CommandsProps) {
  const [open, setOpen] = useState<'keys' | 'palette' | null>(null);
  const typed = useRef('');
  useHotkeys();
  useCommand(
    {
      id: 'palette',
      name: names.palette,
      keys: 'Mod+k',
      scope: 'global',
      run: () => {
        typed.current = '';
        setOpen('palette');
      },
    },
    {
      id: 'keys',
      name: names.keys,
      keys: '?',
      scope: 'global',
      group: 'actions',
      run: () => setOpen('keys'),
    },
  );
  const close = (run?: () => void) => {
    // what was chosen starts on a page that has the focus back
    flushSync(() => setOpen(null));
    if (run) queueMicrotask(run);
  };
  return (
    <Suspense fallback={open === 'palette' && <TypedAhead typed={typed} onClose={close} />}>
      {open === 'keys' && <KeysDialog onClose={close} />}
      {open === 'palette' && <Palette onClose={close} typed={typed} />}
    </Suspense>
  );
}

/**
 * While the palette is loaded, what is typed is kept for it and is no command of the page. Other keys stay with the browser and the
 * page: without a server the code does not come, and F5 and Tab must work.
 */
function TypedAhead({ typed, onClose }: PaletteProps) {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      const isLetter = key.length === 1;
      if (ctrlKey || metaKey || altKey || !(isLetter || /^E(nter|scape)$/.test(key))) return;
      event.preventDefault();
      event.stopPropagation();
      if (isLetter) typed.current += key;
      else if (key === 'Escape') onClose();
    };
    addEventListener('keydown', keep, true);
    return () => removeEventListener('keydown', keep, true);
  });
  return null;
}
