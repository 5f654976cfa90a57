// Keys as people read them.
import { ANY_LETTER } from '../../lib/commands.ts';
import { isMac } from '../../lib/hotkeys.ts';
import { messages } from './messages.ts';

const marks: Record<string, string> = {
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
};

/** `ArrowUp ArrowDown`, either of two keys, → `↑` and `↓`. `Mod+k`, both at once, → `⌘ K` or `Ctrl K`. */
export function readableKeys(keys: string, mac = isMac()): readonly string[] {
  if (keys === ANY_LETTER) return [messages.anyLetter];
  return keys.split(' ').map((either) =>
    either
      .split('+')
      .map((key) =>
        key === 'Mod' ? (mac ? '⌘' : 'Ctrl') : (marks[key] ?? (either.includes('+') ? key.toUpperCase() : key)),
      )
      .join(' '),
  );
}
