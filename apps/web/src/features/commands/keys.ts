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

/** `Mod+k` → `⌘ K` or `Ctrl K`. */
export function readableKeys(keys: string, mac = isMac()): string {
  if (keys === ANY_LETTER) return messages.anyLetter;
  return keys
    .split(/[ +]/)
    .map((key) =>
      key === 'Mod' ? (mac ? '⌘' : 'Ctrl') : (marks[key] ?? (keys.includes('+') ? key.toUpperCase() : key)),
    )
    .join(' ');
}
