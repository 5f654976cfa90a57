// Which command a key runs. One listener for the whole page decides, in this order:
// 1. An open popup or dialog gets all keys.
// 2. An element that handled the key keeps it: a row gets the arrows, a list its letters.
// 3. A field gets the characters that are typed into it. Escape, and keys with Ctrl or ⌘, go on to the commands.
// 4. The commands of what stands beside the screen, then those of the screen.
// 5. The commands of the whole app.
// 6. Any other character goes to the command for ANY_LETTER: an open editor of a cell, or the search field of the screen.
import { useEffect } from 'react';
import { ANY_LETTER, type Command, currentCommands } from './commands.ts';

/** Popups and dialogs have this attribute. */
export const POPUP = 'data-popup';

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A key that was pressed, and where. */
export interface Press {
  /** As in `KeyboardEvent`. */
  key: string;
  /** ⌘ on a Mac, Ctrl elsewhere. */
  mod: boolean;
  /** Alt, or that of ⌘ and Ctrl which is not `mod`, or Shift together with `mod`. */
  others: boolean;
  /** An element handled it, or an input method is composing a character. */
  handled: boolean;
  inPopup: boolean;
  /** The focus is where characters are typed. */
  inField: boolean;
}

/** The command that the key runs, by the order above. */
export function commandFor(press: Press, commands: readonly Command[]): Command | undefined {
  const { key, mod, others, handled, inPopup, inField } = press;
  if (inPopup || handled || others) return undefined;
  const isCharacter = key.length === 1 && !mod;
  if (inField && isCharacter) return undefined;
  const keys = mod ? `Mod+${key.toLowerCase()}` : key;
  const find = (wanted: string, scope: Command['scope']) =>
    commands.find((command) => command.scope === scope && command.keys === wanted);
  const exact = find(keys, 'beside') ?? find(keys, 'screen') ?? find(keys, 'global');
  if (exact || !isCharacter || key === ' ') return exact;
  return find(ANY_LETTER, 'beside') ?? find(ANY_LETTER, 'screen');
}

const NO_CHARACTERS = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/;

const takesCharacters = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement
    ? !NO_CHARACTERS.test(target.type)
    : target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));

function pressOf(event: KeyboardEvent): Press {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  const [mod, other] = isMac() ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  return {
    key,
    mod,
    others: altKey || other || (mod && shiftKey),
    handled: event.defaultPrevented || event.isComposing,
    inPopup: document.querySelector(`[${POPUP}]`) !== null,
    inField: takesCharacters(event.target),
  };
}

function onKey(event: KeyboardEvent): void {
  const command = commandFor(pressOf(event), currentCommands());
  if (!command) return;
  // the character itself is typed into the field that the command focuses
  if (command.keys !== ANY_LETTER) event.preventDefault();
  command.run?.();
}

/** Once per page. */
export function useHotkeys(): void {
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
