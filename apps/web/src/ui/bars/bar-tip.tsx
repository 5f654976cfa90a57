// What the bar under the pointer counts.
import { formatCount } from '../../lib/language/format.ts';
import { messages } from '../messages.ts';
import { type Bar, totalOf } from './bar.ts';

/** `left`: pixels from the left edge of the chart. */
export function BarTip({ bar, left }: { bar: Bar; left: number }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-0 z-20 w-48 rounded-md border border-line bg-panel px-2.5 py-1.5 text-sm shadow-float"
      style={{ left }}
    >
      <b className="font-semibold">{bar.name}</b>
      <dl className="mt-1 grid grid-cols-[1fr_auto] gap-y-0.5 tabular-nums">
        {bar.parts.toReversed().map(({ kind, name, count }) => (
          <div key={kind} className="contents text-soft">
            <dt>{name}</dt>
            <dd className="text-right">{formatCount(count)}</dd>
          </div>
        ))}
        <dt className="font-semibold">{messages.total}</dt>
        <dd className="text-right font-semibold">{formatCount(totalOf(bar))}</dd>
      </dl>
    </div>
  );
}
