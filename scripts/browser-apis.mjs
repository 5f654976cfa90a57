// Whether the built client uses only what the browsers in apps/web/browsers.json have. Exits with 1 when it does not.
// The files of the app, the service worker and the scripts inside the page count. es-check finds what is new in the language.
// The tables of MDN give the rest: global objects and their static members.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import tables from '@mdn/browser-compat-data' with { type: 'json' };

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const browsers = JSON.parse(readFileSync(path.join(root, 'apps/web/browsers.json'), 'utf8'));
const client = process.argv[2] ?? path.join(root, 'apps/web/dist');
const problems = new Set();

/** The browsers that do not have it. Support behind a switch, or in part, counts as none. */
function missingIn({ support }) {
  return Object.entries(browsers).filter(([browser, version]) => {
    const { version_added: added, flags, partial_implementation: partial } = [support[browser]].flat()[0] ?? {};
    return flags || partial || !added || added === 'preview' || Number.parseFloat(added) > Number.parseFloat(version);
  });
}

function note(name, entry, file) {
  const missing = entry?.__compat ? missingIn(entry.__compat) : [];
  if (missing.length > 0) problems.add(`${file}: ${name} (not in ${missing.map((each) => each.join(' ')).join(', ')})`);
}

const objects = { ...tables.api, ...tables.javascript.builtins };
for (const file of readdirSync(client, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(js|html)$/.test(file)) continue;
  const text = readFileSync(path.join(client, file), 'utf8');
  const code = file.endsWith('.js') ? text : [...text.matchAll(/<script>(.*?)<\/script>/gs)].join('\n');
  for (const [, object, member] of code.matchAll(/(?<![\w$.])([A-Z]\w{2,})\.(\w+)/g)) {
    const known = Object.hasOwn(objects, object) ? objects[object] : undefined;
    note(
      `${object}.${member}`,
      known?.[`${member}_static`] ?? (tables.api[object] ? undefined : known?.[member]),
      file,
    );
  }
  for (const [, object] of code.matchAll(/(?<![\w$.])new ([A-Z]\w{2,})\b/g))
    note(object, Object.hasOwn(objects, object) ? objects[object] : undefined, file);
  for (const [, name] of code.matchAll(/(?:window|globalThis|self)\.([a-z]\w+)/g))
    note(name, Object.hasOwn(tables.api.Window, name) ? tables.api.Window[name] : undefined, file);
}

const query = Object.entries(browsers).map((browser) => browser.join(' '));
const language = spawnSync(
  'pnpm',
  [
    'exec',
    'es-check',
    'checkBrowser',
    '--module',
    '--checkFeatures',
    `--browserslistQuery=${query}`,
    `${client}/**/*.js`,
  ],
  { cwd: root, encoding: 'utf8' },
);
if (language.status !== 0) problems.add(`es-check: ${language.stdout}${language.stderr}`.trim());

for (const problem of problems) console.log(problem);
console.log(`the client ${problems.size === 0 ? 'uses only what is' : 'uses what is not'} in ${query.join(', ')}`);
process.exit(problems.size === 0 ? 0 : 1);
