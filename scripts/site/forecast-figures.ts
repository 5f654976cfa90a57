// What `node bench/src/forecasts.ts --write` measured last, as the tables of the guide.
import { readFileSync } from 'node:fs';

interface Score {
  said: number;
  held: number;
}
type OfDays = readonly (Score & { days: number })[];
type OfStorages = Score & { storages: number };
interface ForecastFigures {
  day: string;
  invented: OfDays;
  disks: OfDays;
  imported: readonly (OfStorages & { shape: string })[];
  all: OfStorages;
}

const shapes: Readonly<Record<string, string>> = {
  steady: 'steady growth',
  weeklyCollection: 'a garbage collection each week',
  monthlyPrune: 'a prune each month',
  bursts: 'bursts',
  workdays: 'growth on working days',
  drifting: 'growth that itself changes',
  flat: 'nothing grows',
  step: 'one step, and nothing else',
  endsHalfway: 'growth that ends within the year',
  holes: 'a garbage collection each week, and weeks without values',
};

/** Our own file, as the bench wrote it. */
export const forecastFigures = (): ForecastFigures =>
  JSON.parse(readFileSync(new URL('../../bench/figures/forecasts.json', import.meta.url), 'utf8'));

type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => string;

const share = ({ said, held }: Score): string =>
  said === 0 ? 'no date was given' : `${((held / said) * 100).toFixed(1)} %`;
const count = (value: number): string => value.toLocaleString('en-US');

export function forecastTables(table: Table): string {
  const { day, invented, disks, imported, all } = forecastFigures();
  const held = 'The interval held the truth in';
  const ofDays = (rows: OfDays) =>
    rows.filter(({ said }) => said > 0).map((row) => [`${row.days} days`, count(row.said), share(row)]);
  return [
    `Measured on ${day} with \`node bench/src/forecasts.ts\`. A year that simulated hosts kept of ${all.storages} storages (\`rrddata\`), imported and read back from`,
    'the history, and asked each fourth week when a level would be reached; only intervals that end within the year can be judged:',
    '',
    table(
      ['Past of the storage', 'Storages', 'Dates given', held],
      [
        ...imported.map((row) => [shapes[row.shape] ?? row.shape, `${row.storages}`, count(row.said), share(row)]),
        ['**all of them**', `${all.storages}`, count(all.said), `**${share(all)}**`],
      ],
    ),
    '',
    'Invented estates, whose future is known to its end:',
    '',
    table(['Known', 'Dates given', held], ofDays(invented)),
    '',
    'The wear of disks that say whole percents, invented too:',
    '',
    table(['Known', 'Dates given', held], ofDays(disks)),
  ].join('\n');
}
