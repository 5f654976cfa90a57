// The checklists are correct: every test they name exists, and the infrastructure checklist has every point of the
// specification, where that is available.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const requirement = path.join(root, '../shared/spec/1-infrastructure.md');
const PREFIXES: Record<string, string> = {
  web: 'apps/web/src',
  domain: 'packages/domain/src',
  server: 'apps/server/src',
};

interface Point {
  number: string;
  section: string;
  proofs: string[];
}

const pointsOf = (page: string): Point[] =>
  [
    ...readFileSync(path.join(root, 'docs', page), 'utf8').matchAll(/^\| ([\w.]+)-(\d\d) +\| [^|]+ \| ([^|]*) \|$/gm),
  ].map(([, section = '', place, proofs = '']) => ({
    number: `${section}-${place}`,
    section,
    proofs: proofs.split('<br>').map((proof) => proof.trim()),
  }));
const points = pointsOf('infrastructure-checklist.md');
const access = pointsOf('access-checklist.md');
const alerts = pointsOf('alerts-checklist.md');
const alertArea = pointsOf('alert-area-checklist.md');
const protection = pointsOf('protection-checklist.md');
const proofs = [...points, ...access, ...alerts, ...alertArea, ...protection].flatMap(({ number, proofs: own }) =>
  own.map((proof) => [number, proof] as const),
);

const texts = new Map<string, string>();
function textOf(file: string): string {
  const [first = '', ...rest] = file.split('/');
  const own = path.join(root, PREFIXES[first] ?? first, ...rest);
  const text = texts.get(own) ?? (existsSync(own) ? readFileSync(own, 'utf8') : '');
  texts.set(own, text);
  return text;
}

/** A test of that title, written out: `test('…'`, or the title of a table of cases on the line of its closing bracket. */
const hasTest = (text: string, title: string): boolean =>
  [`test('${title}'`, `test("${title}"`, `test(\`${title}\``, `)('${title}'`].some((start) => text.includes(start)) ||
  [`\n    '${title}',\n`, `\n  '${title}',\n`].some((line) => text.includes(line));

test('every point has a test', () => {
  expect(points.length).toBeGreaterThan(100);
  expect(access.length).toBeGreaterThan(40);
  expect(alerts.length).toBeGreaterThan(50);
  expect(alertArea.length).toBeGreaterThan(100);
  expect(protection.length).toBeGreaterThan(30);
  expect(proofs.filter(([, proof]) => !/^\S+\.test\.tsx?: \S/.test(proof))).toEqual([]);
});

test('every test that is named is in its file', () => {
  const missing = proofs.filter(([, proof]) => {
    const [, file = '', title = ''] = /^(\S+?): (.+)$/.exec(proof) ?? [];
    return !hasTest(textOf(file), title);
  });
  expect(missing).toEqual([]);
});

test.for([points, access, alerts, alertArea, protection])('points are numbered without gaps', (points) => {
  const next = new Map<string, number>();
  for (const { number, section } of points) {
    const place = (next.get(section) ?? 0) + 1;
    next.set(section, place);
    expect(number).toBe(`${section}-${String(place).padStart(2, '0')}`);
  }
});

test('there are as many points as in the specification', (ctx) => {
  if (!existsSync(requirement)) ctx.skip('the requirement is not beside the repository');
  const sections = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of readFileSync(requirement, 'utf8').split('\n')) {
    const [, number] = /^##+ (\d+(?:\.\d+)?)\.? /.exec(line) ?? [];
    if (number === undefined) lines.push(line);
    else {
      lines = [];
      sections.set(number, lines);
    }
  }
  const counted = (section: string): number => {
    const own = sections.get(section) ?? [];
    const bullets = own.filter((line) => line.startsWith('- ')).length;
    // the route table: its rows below the head, and the sentence after it
    const rows = own.filter((line) => line.startsWith('| /')).length;
    return rows > 0 ? rows + own.filter((line) => /^[A-Z]/.test(line)).length : bullets;
  };
  const listed = Map.groupBy(points, ({ section }) => section);
  const wanted = Object.fromEntries([...listed.keys()].map((section) => [section, counted(section)]));
  expect(Object.fromEntries([...listed].map(([section, own]) => [section, own.length]))).toEqual(wanted);
  const inScope = [...sections.keys()].filter((section) => /^(2\.\d|4\.[123]|5|8\.[56]|9)$/.test(section));
  expect([...listed.keys()].sort()).toEqual(inScope.sort());
});
