// The size of the first screen: what a browser must load to show the Overview, gzipped. Exits with 1 when it is too large.
// Counted from Vite's manifest: the chunk that vite.config.ts makes of the entry and the Overview, with everything it
// imports, scripts and styles.
// Fonts are listed separately: the browser loads only those it needs, and shows text without them.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/**
 * The banner of a page that cannot apply what it receives must be there without the network: it came on top of 180. The rows of clusters
 * came on top of 184, the language of the search and the list of problems on top of 188,
 * the colours of figures that follow their alerts on top of 192,
 * the tab and the route of the journal on top of 194,
 * the page Noise of the alerts, its route and its tab on top of 195,
 * when a host counts as down, and what ran on a lost node, on top of 196. An issue allows up to 200 where that makes the code simpler.
 */
const LIMIT_KB = 197;
/** Of any screen. Six files are requested at once, and over a slow line each round takes a fifth of a second: these are three rounds. */
const LIMIT_FILES = 15;
const ROUTE = 'src/routes/proxmox/overview.tsx';

const web = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../apps/web');
const dist = path.join(web, 'dist');
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));

/** The files of these chunks and of everything they import. */
function filesOf(keys) {
  const files = new Set();
  const visited = new Set();
  const visit = (key) => {
    if (visited.has(key)) return;
    visited.add(key);
    const { file, css = [], imports = [] } = manifest[key];
    for (const each of [file, ...css]) files.add(each);
    imports.forEach(visit);
  };
  keys.forEach(visit);
  return files;
}
if (!existsSync(path.join(web, ROUTE))) throw new Error(`there is no ${ROUTE}: did the route move?`);
// a part of the route that is not in the chunk is loaded too
const keys = Object.keys(manifest).filter((key) => manifest[key].name === 'first-screen' || key.startsWith(ROUTE));
if (keys.length === 0) throw new Error('the manifest has no chunk first-screen: see vite.config.ts');
const files = filesOf(keys);

const kb = (bytes) => `${(bytes / 1024).toFixed(1).padStart(6)} KB`;
let total = 0;
for (const file of files) {
  const size = gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length;
  total += size;
  console.log(`${kb(size)}  ${file}`);
}
const fonts = readdirSync(path.join(dist, 'assets')).filter(
  (file) => file.includes('-latin-wght') && file.endsWith('.woff2'),
);
for (const font of fonts)
  console.log(`${kb(statSync(path.join(dist, 'assets', font)).size)}  assets/${font} (not counted)`);

const over = total > LIMIT_KB * 1024;
console.log(`${kb(total)}  gzipped for the first screen, limit ${LIMIT_KB} KB${over ? ': TOO HEAVY' : ''}`);
const screens = Object.keys(manifest).filter((key) => key.startsWith('src/routes/') && key.includes('tsr-split'));
const scattered = screens.filter((key) => filesOf([key]).size > LIMIT_FILES);
for (const key of scattered) console.log(`${key} is ${filesOf([key]).size} files, limit ${LIMIT_FILES}: TOO MANY`);
process.exit(over || scattered.length > 0 ? 1 : 0);
