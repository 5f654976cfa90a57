// Tries forecasts on invented estates: how often the truth is in the interval that is said to hold it in 80 % of cases.
// node bench/src/forecasts.ts [--estates 200]
import { parseArgs } from 'node:util';
import { tryDisks, tryEstates } from '@belfry/domain/forecast/testing/estates';

const { values: given } = parseArgs({ options: { estates: { type: 'string', default: '200' } } });
console.log('| days known | dates given | held by the interval |\n| ---: | ---: | ---: |');
for (const days of [42, 60, 90, 180, 365]) {
  const { said, held } = tryEstates(Number(given.estates), days);
  console.log(`| ${days} | ${said} | ${((held / said) * 100).toFixed(1)} % |`);
}
console.log('| days known of disks | dates given | held by the interval |\n| ---: | ---: | ---: |');
for (const days of [200, 270, 365]) {
  const { said, held } = tryDisks(Number(given.estates), days);
  console.log(`| ${days} | ${said} | ${((held / said) * 100).toFixed(1)} % |`);
}
