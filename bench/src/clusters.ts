// The Overview with a row for each of five clusters, in a browser: 10,000 guests beside 1,000, and how many times as much they cost.
import { type BrowserCost, measureBrowser } from './browser.ts';

const estate = { nodes: 20, clusters: 5, watchMs: 1000 * Number(process.argv[2] ?? 45) };

const small = await measureBrowser(1_000, estate);
console.info(small);
const large = await measureBrowser(10_000, estate);
console.info(large);
const names = ['elements', 'rows', 'firstRowsMs', 'updateMs', 'fullMs'] as const satisfies (keyof BrowserCost)[];
// a short watch may see no update of every guest
for (const name of names)
  if (small[name] > 0) console.info(`${name}: ${(large[name] / small[name]).toFixed(2)} times as much`);
