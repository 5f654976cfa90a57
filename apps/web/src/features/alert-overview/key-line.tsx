// The line below the table: how many alerts it shows, and the keys of a row.
import { messages } from './messages.ts';

export function KeyLine({ shown, mayAct }: { shown: number; mayAct: boolean }) {
  const { walk, open, acknowledge, undo, silence, select } = messages.keyLine;
  const keys: readonly (readonly [key: string, text: string])[] = [
    ['↑ ↓', walk],
    ['Enter', open],
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
    <span className="flex gap-4">
      {messages.legend(shown)}
      <span aria-hidden className="flex gap-4 max-md:hidden">
        {keys.map(([key, text]) => (
          <span key={key}>
            <kbd className="rounded-sm border border-line px-1 font-mono text-xs">{key}</kbd> {text}
          </span>
        ))}
      </span>
    </span>
  );
}
