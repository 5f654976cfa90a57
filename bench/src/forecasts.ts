// Tries forecasts on invented estates and on a year that hosts kept and Belfry imported: how often the truth is in the interval that is said to
// hold it in 80 % of cases. With --write the guide has the figures of this run.
// node bench/src/forecasts.ts [--estates 200] [--clusters 8] [--write]
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { tryDisks, tryEstates } from '@belfry/domain/forecast/testing/estates';
import { tryImported } from './imported-pasts.ts';

const { values: given } = parseArgs({
  options: {
    estates: { type: 'string', default: '200' },
    clusters: { type: 'string', default: '8' },
    write: { type: 'boolean', default: false },
  },
});
const estates = Number(given.estates);
const figures = {
  day: new Date().toISOString().slice(0, 10),
  invented: [42, 60, 90, 180, 365].map((days) => ({ days, ...tryEstates(estates, days) })),
  disks: [210, 270, 365].map((days) => ({ days, ...tryDisks(estates, days) })),
  imported: await tryImported(Number(given.clusters)),
};
const share = ({ said, held }: { said: number; held: number }) =>
  said === 0 ? '-' : `${((held / said) * 100).toFixed(1)} %`;
for (const part of ['invented', 'disks'] as const) {
  console.log(`| days known, ${part} | dates given | held by the interval |\n| ---: | ---: | ---: |`);
  for (const row of figures[part]) console.log(`| ${row.days} | ${row.said} | ${share(row)} |`);
}
console.log('| imported | storages | dates given | held by the interval |\n| --- | ---: | ---: | ---: |');
for (const row of figures.imported) console.log(`| ${row.shape} | ${row.storages} | ${row.said} | ${share(row)} |`);
const sum = (name: 'said' | 'held' | 'storages') => figures.imported.reduce((all, row) => all + row[name], 0);
const all = { said: sum('said'), held: sum('held') };
console.log(`| all | ${sum('storages')} | ${all.said} | ${share(all)} |`);
if (given.write)
  writeFileSync(
    new URL('../figures/forecasts.json', import.meta.url),
    `${JSON.stringify({ ...figures, all: { storages: sum('storages'), ...all } }, null, 2)}\n`,
  );
