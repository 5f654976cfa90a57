// The last nights of a guest, a mark for each. Shape is the result: a high bar failed, an empty frame was missed, a cross is damaged.
import { memo } from 'react';
import { monthDay } from '../../../lib/moment.ts';
import { hint } from '../../../ui/hint.tsx';
import { messages } from '../messages.ts';
import { countNights, type NightResult, resultOf } from '../nights.ts';
import '../protection.css';

const STEP = 11;
const HEIGHT = 14;

/** Relative paths in a cell of 10 × 14. */
const SHAPES: Readonly<Record<NightResult, string>> = {
  ok: 'm1.5 3.5h7v7h-7z',
  failed: 'm1 0h8v14h-8z',
  damaged: 'm1.4 2l3.6 3.6 3.6 -3.6 1.4 1.4 -3.6 3.6 3.6 3.6 -1.4 1.4 -3.6 -3.6 -3.6 3.6 -1.4 -1.4 3.6 -3.6 -3.6 -3.6z',
  missed: 'm1.75 3.25h6.5v7.5h-6.5z',
  unclear: 'm5 2l5 5 -5 5 -5 -5z',
  open: 'm2.5 4.5h5v5h-5z',
  unknown: 'm2 6.25h6v1.5h-6z',
  none: 'm4 6h2v2h-2z',
};

interface NightStripProps {
  letters: string;
  /** The end of each night, epoch ms. The day of a night is the one on which it ends. */
  until: readonly number[];
}

export const NightStrip = memo(function NightStrip({ letters, until }: NightStripProps) {
  const text = nightsText(letters, until);
  const results = [...letters].map(resultOf);
  return (
    <svg className="nights" width={results.length * STEP} height={HEIGHT} role="img" aria-label={text} {...hint(text)}>
      {[...new Set(results)].map((result) => (
        <path key={result} className={result} d={pathOf(results, result)} />
      ))}
    </svg>
  );
});

/** One path for all nights with the same result, so that a row has few elements. */
const pathOf = (results: readonly NightResult[], wanted: NightResult): string =>
  results.flatMap((result, place) => (result === wanted ? `M${place * STEP} 0${SHAPES[result]}` : [])).join('');

const WELL: ReadonlySet<NightResult> = new Set(['ok', 'none']);

/** "Last nights: 12 worked, Nov 21: failed, Nov 22: missed". */
function nightsText(letters: string, until: readonly number[]): string {
  const counts = countNights(letters);
  const worked = counts.get('ok') ?? 0;
  const others = [...letters].flatMap((letter, place) => {
    const result = resultOf(letter);
    return WELL.has(result) ? [] : messages.night(monthDay(until[place] ?? Number.NaN), messages.results[result]);
  });
  return messages.nights([`${worked} ${messages.results.ok}`, ...others]);
}

const KEY: readonly NightResult[] = ['ok', 'failed', 'damaged', 'missed', 'open', 'unknown', 'none'];

export const NightKey = () => (
  <ul
    aria-label={messages.key}
    className="flex flex-wrap items-center gap-x-3.5 max-md:order-1 max-md:basis-full gap-y-1 text-xs whitespace-nowrap text-mute"
  >
    {KEY.map((result) => (
      // a dot for nothing needs a word least
      <li key={result} className={`inline-flex items-center gap-1.5 ${result === 'none' ? 'max-[1400px]:hidden' : ''}`}>
        <svg className="nights" width={10} height={HEIGHT} aria-hidden="true">
          <path className={result} d={`M0 0${SHAPES[result]}`} />
        </svg>
        {messages.results[result]}
      </li>
    ))}
  </ul>
);
