// The panels that open below a row of a table, side by side.
import { type ReactNode, useId } from 'react';

export const Panels = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[repeat(auto-fit,minmax(min(240px,100%),1fr))] gap-x-8 gap-y-4 py-3 text-sm">
    {children}
  </div>
);

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-1.5 text-xs font-semibold text-mute">
        {title}
      </h2>
      {children}
    </section>
  );
}

export type Fact = readonly [name: string, value: ReactNode];

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[minmax(76px,auto)_1fr] gap-x-3 gap-y-1">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-mute">{name}</dt>
          <dd
            className={`min-w-0 break-words ${typeof value === 'string' && /^[\d.,]+(%| |$)/.test(value) ? 'tabular-nums' : ''}`}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
