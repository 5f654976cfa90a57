// The Overview with a row for each of five clusters, in a browser: 10,000 guests beside 1,000.
import { measureBrowser } from './browser.ts';

const estate = { nodes: 20, clusters: 5, watchMs: 45_000 };

for (const guests of [1_000, 10_000]) console.info(await measureBrowser(guests, estate));
