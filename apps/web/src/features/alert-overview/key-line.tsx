// The line below the table: how many alerts it shows, and the keys of a row.
import type { Alert } from '@belfry/schema/entities/alert';
import { messages } from './messages.ts';
import { standingsOf, standingTexts } from './standings.ts';

export function KeyLine({ shown, mayAct }: { shown: readonly Alert[]; mayAct: boolean }) {
  const { walk, open, page, acknowledge, undo, silence, select } = messages.keyLine;
  const keys: readonly (readonly [key: string, text: string])[] = [
    ['↑ ↓', walk],
    ['Enter', open],
    ['o', page],
    ...(mayAct
      ? ([
          ['a', acknowledge],
          ['u', undo],
          ['s', silence],
          ['x', select],
        ] as const)
      : []),
  ];
  return (
    // a key that does not fit is in the next line, which is not seen
    <span className="flex gap-4">
      <span className="shrink-0">{messages.legend(shown.length, standingTexts(standingsOf(shown)))}</span>
      <span aria-hidden className="flex h-[1lh] flex-wrap gap-x-4 overflow-hidden max-md:hidden">
        {keys.map(([key, text]) => (
          <span key={key}>
            <kbd className="rounded-sm border border-line px-1 font-mono text-xs">{key}</kbd> {text}
          </span>
        ))}
      </span>
    </span>
  );
}
