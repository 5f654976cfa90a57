// What the pages of the site are made of: links, parts, texts and pictures. The built site is tested in e2e/src/site.night.test.ts.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pictures } from '../../e2e/src/site/pictures.ts';
import { english } from '../../packages/domain/src/sentences/english.ts';
import { verifyEvidence } from '../../packages/evidence/src/verify.ts';
import { endpoints } from '../../packages/schema/src/http/endpoints.ts';
import { webhookServices } from '../../packages/schema/src/notifications/webhook.ts';
import { guestExamples } from '../../packages/schema/src/sentences/search.ts';
import { apiPages } from './api-pages.ts';
import { compose, picturesIn } from './compose.ts';
import { wrongLinks } from './html.ts';
import { withParts } from './made-parts.ts';
import { documentsOf, placeOf, relinked } from './places.ts';
import { marked, markOf, readmePicture, versionOf } from './readme-picture.ts';
import { exampleFolder, writeReportExample } from './report-example.ts';
import { isSaid, namesIn, sourceTexts, textsOf } from './texts.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

function temporary(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('all documents are put together, no link leads to a file that does not exist, and every picture is on the list', () => {
  const folder = path.join(temporary(), 'pages');
  const { pages } = compose(root, folder);
  expect(pages).toContain('guide/first-ten-minutes.md');
  const names = new Set(pictures.map(({ name }) => `/pictures/${name}.png`));
  const shown = picturesIn(folder);
  expect(shown.filter(({ picture }) => !names.has(picture))).toEqual([]);
  expect(shown.filter(({ alt }) => alt.length < 10)).toEqual([]);
  expect([...names].filter((name) => !shown.some(({ picture }) => picture === name))).toEqual([]);
  const screens = pages.filter((page) => /^screens\/(?!everywhere)/.test(page));
  expect(screens.filter((page) => !shown.some((each) => each.page === page))).toEqual([]);
});

test('every link of the README leads to a file, and the README has 120 lines at most and one picture', () => {
  const readme = read('README.md');
  expect(readme.split('\n').length).toBeLessThanOrEqual(121);
  expect([...readme.matchAll(/!\[/g)]).toHaveLength(1);
  const { pages } = documentsOf(root);
  const known = (link: string) => pages.includes(link) || link === readmePicture || link === 'docs/decisions';
  const links = [...readme.matchAll(/\]\(([^)#\s]+)/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(15);
  expect(links.filter((link) => !known(link))).toEqual([]);
});

test('the picture of the README is of the present version: renew it with `npm run site -- --readme`', () => {
  expect(markOf(readFileSync(path.join(root, readmePicture)))).toBe(versionOf(root));
  const png = Buffer.concat([Buffer.alloc(33), Buffer.from('rest')]);
  expect(markOf(marked(png, '1.2.3-rc.1'))).toBe('1.2.3-rc.1');
  expect(markOf(png)).toBeUndefined();
});

test('a link to a document leads to its page; of a file that is no page the path is written; a file that does not exist is named', () => {
  const broken: unknown[] = [];
  const repository = {
    exists: (file: string) => !file.includes('gone'),
    broken: (link: unknown) => void broken.push(link),
  };
  const page = (text: string) => relinked('docs/site/guide/install.md', text, repository);
  expect(page('See [a](../../decisions/0037-releases.md#x), `[b](c)` and [d](https://example.org).')).toBe(
    'See [a](../development/decisions/0037-releases.md#x), `[b](c)` and [d](https://example.org).',
  );
  expect(page('[e](../../../docker/compose.yaml)')).toBe('e (`docker/compose.yaml`)');
  expect(page('[`g` h](../../../ARCHITECTURE.md) ![i](/pictures/i.png)')).toBe(
    '[`g` h](../development/architecture.md) ![i](/pictures/i.png)',
  );
  expect(page('```\n[k](gone.md)\n```')).toBe('```\n[k](gone.md)\n```');
  expect(broken).toEqual([]);
  page('[f](gone.md)');
  expect(broken).toEqual([{ file: 'docs/site/guide/install.md', link: 'gone.md' }]);
  expect(placeOf('docs/prometheus/README.md')).toBe('guide/prometheus.md');
});

test('a dead link, a dead anchor, a missing file and an address that is none are found in a built site', () => {
  const folder = temporary();
  mkdirSync(path.join(folder, 'guide'));
  writeFileSync(
    path.join(folder, 'index.html'),
    '<a x="1" href="/guide/a.html#there">a</a><a class="y" href="./guide/b">b</a>',
  );
  writeFileSync(
    path.join(folder, 'guide/a.html'),
    '<h2 id="there">x</h2><a x href="#gone">1</a><img x src="/no.png"><a x href="https://nowhere">2</a><a x href="javascript:x">3</a><a x href="/">4</a>',
  );
  expect(wrongLinks(folder)).toEqual([
    'index.html: ./guide/b: no such page or file',
    'guide/a.html: #gone: no such place in guide/a.html',
    'guide/a.html: /no.png: no such page or file',
    'guide/a.html: https://nowhere: not an address with a name of a host',
    'guide/a.html: javascript:x: not an address for a browser',
  ]);
});

test('the pages about the API have every endpoint, and one that is added appears by itself', () => {
  const { pages, document } = apiPages(root);
  const text = pages.map(([, page]) => page).join('\n');
  const heading = ({ method, path: address }: (typeof endpoints)[number]) =>
    `### ${method} ${address.replaceAll(/:(\w+)/g, '{$1}')}\n`;
  expect(endpoints.filter((endpoint) => !text.includes(heading(endpoint)))).toEqual([]);
  expect(Object.keys(JSON.parse(document).paths).length).toBeGreaterThan(100);
});

test('the page about services has each one, and a part that does not exist is refused', () => {
  const text = withParts(read('docs/site/guide/notification-services.md'));
  expect(webhookServices.filter((key) => !text.includes(`- Service in the API: \`${key}\``))).toEqual([]);
  expect(() => withParts('[[nothing]]')).toThrow('there is no part [[nothing]]');
});

test('every text that the page about troubleshooting explains is said by the source', () => {
  const source = sourceTexts(root);
  const texts = textsOf(read('docs/site/guide/troubleshooting.md'));
  expect(texts.length).toBeGreaterThan(30);
  expect(texts.filter((text) => !isSaid(text, source))).toEqual([]);
  expect(isSaid('… cannot be reached: its name could not be found. …', source)).toBe(false);
});

/** Names that Proxmox gives. */
const others = new Set(['Start at boot']);

test('every button, field and page that is named in bold exists in the product', () => {
  const source = sourceTexts(root);
  const files = ['guide', 'screens'].flatMap((folder) =>
    readdirSync(path.join(root, 'docs/site', folder)).map((file) => `docs/site/${folder}/${file}`),
  );
  const own = files.filter((file) =>
    /first-ten|everyday|permissions|alerts|services|moving|trouble|screens/.test(file),
  );
  expect(own.length).toBeGreaterThan(10);
  const inQuotes = (name: string) => ["'", '"', '`'].some((quote) => source.includes(`${quote}${name}${quote}`));
  const isNamed = (name: string) => name.split(' → ').every(inQuotes);
  // what begins with a small letter is only stressed
  const known = (name: string) => others.has(name) || !/^\p{Lu}/u.test(name) || isNamed(name);
  const wrong = own.flatMap((file) => namesIn(read(file)).flatMap((name) => (known(name) ? [] : [`${file}: ${name}`])));
  expect(wrong).toEqual([]);
});

test('every variable that the server reads is on a page of the guide', () => {
  const folder = path.join(root, 'apps/server/src/config');
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const source = files.map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n');
  const read = new Set([...source.matchAll(/'(BELFRY_[A-Z_]*[A-Z])'/g)].map(([, name = '']) => name));
  expect(read.size).toBeGreaterThan(15);
  const guide = path.join(root, 'docs/site/guide');
  const text = readdirSync(guide)
    .map((file) => readFileSync(path.join(guide, file), 'utf8'))
    .join('\n')
    // one row names several: `BELFRY_OIDC_ENABLED`, `…_ISSUER_URL`
    .replaceAll(/^\| `(BELFRY_[A-Z]+(?:_AUTH)?)_.*$/gm, (row, prefix: string) => row.replaceAll('`…_', `\`${prefix}_`));
  expect([...read].filter((name) => !text.includes(name))).toEqual([]);
});

test('the page about the search has every example of the parser, with what it finds', () => {
  const rows = [...read('docs/site/screens/everywhere.md').matchAll(/^\| `(.+?)` +\| (.+?) +\|$/gm)];
  expect(rows.map(([, example, meaning]) => [example, meaning])).toEqual(
    guestExamples.map(([example, id]) => [example, english({ id })]),
  );
});

test('the page about evidence leads to an example in each form, and the example verifies', async () => {
  const folder = temporary();
  const names = await writeReportExample(folder);
  const page = read('docs/site/guide/evidence.md');
  for (const name of names) {
    expect(page).toContain(`(/${exampleFolder}/${name})`);
    const file = readFileSync(path.join(folder, exampleFolder, name));
    expect(verifyEvidence(file)).toMatchObject({ ok: true, seal: { period: '2026-10' } });
    expect(file.length).toBeLessThan(400_000);
  }
});
