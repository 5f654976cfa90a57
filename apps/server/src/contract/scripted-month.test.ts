// Days of a datacentre with everything that a month can have, on the whole server over real hosts: every percentage of the report is the truth
// within one poll, the pages say what the archive says, and every change of a file is found. BELFRY_MONTH_DAYS=31 plays
// a whole month.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { seeded } from '@belfry/domain/forecast/testing/seeded';
import { verifyEvidence } from '@belfry/evidence/verify';
import type { Drill } from '@belfry/schema/drill/drill';
import { EvidenceReport } from '@belfry/schema/evidence/report';
import { expect, test } from 'vitest';
import { textIn } from '../evidence/testing/pdf-text.ts';
import { cellsOf, differences, linesOf, tableOf } from './testing/month/compare.ts';
import { alertDifferences } from './testing/month/expected-alerts.ts';
import { POLL_S, playMonth } from './testing/month/play.ts';
import { storeDifferences } from './testing/month/stores.ts';

const BEGIN = Date.UTC(2026, 9, 1);
/** Everything happens in the first ten hours. More days go on by chance, and each takes two minutes. */
const DAYS = Number(process.env.BELFRY_MONTH_DAYS ?? 0);
const HOURS = DAYS > 0 ? DAYS * 24 : 10.5;
const PERIOD = DAYS === 31 ? '2026-10' : `2026-10-01..2026-10-${`${Math.max(1, DAYS)}`.padStart(2, '0')}`;
const CHANGES = 100;

type Month = Awaited<ReturnType<typeof playMonth>>;

/** The clock stands still meanwhile. */
const fileOf = async ({ whole, until }: Month, format: string): Promise<Buffer> => {
  const url = `/api/reports?period=${PERIOD}&format=${format}`;
  const { statusCode, rawPayload } = await until(
    whole()
      .app.http.inject({ url })
      .then((reply) => reply),
  );
  expect(statusCode).toBe(200);
  return rawPayload;
};

test('every number of the report is what was really so', async (ctx) => {
  const month = await playMonth(BEGIN, HOURS);
  const { roles, truth } = month;
  const whole = month.whole();
  await whole.store.drills.put(drillOf(roles.moved));
  const files = {
    json: await fileOf(month, 'json'),
    csv: await fileOf(month, 'csv'),
    pdf: await fileOf(month, 'pdf'),
  };
  const folder = process.env.BELFRY_MONTH_FILES;
  if (folder) {
    for (const [format, file] of Object.entries(files)) writeFileSync(path.join(folder, `month.${format}`), file);
    writeFileSync(path.join(folder, 'truth.json'), JSON.stringify([truth.guests(), [...truth.nodes]]));
  }
  const report = EvidenceReport.parse(JSON.parse(files.json.toString()));
  const pollMs = POLL_S * 1000;

  const guests = tableOf(report, 'guests');
  const found = truth.guests().flatMap((each) => {
    const rows = guests.rows.filter(([name, vmid]) => name === each.name && vmid === `${each.vmid}`);
    if (rows.length !== 1) return [`${each.name} has ${rows.length} rows`];
    return differences(each.name, cellsOf(guests, rows[0]), each, pollMs);
  });
  const nodes = tableOf(report, 'nodes');
  for (const [name, looks] of truth.nodes) {
    const row = nodes.rows.find(([node]) => node === name);
    found.push(...differences(name, cellsOf(nodes, row), looks, pollMs));
  }
  // The summary of a gate shows the message only, and shortens what is compared.
  expect(found, found.join('; ')).toEqual([]);
  expect(guests.rows).toHaveLength(truth.guests().length);

  // All guests that ever ran, as one number.
  const ran = truth.guests().filter(({ up }) => up > 0);
  const [up, down] = (['up', 'down'] as const).map((field) => ran.reduce((sum, each) => sum + each[field], 0)) as [
    number,
    number,
  ];
  const edges = ran.reduce((sum, each) => sum + each.edges, 0);
  const share = Number(tableOf(report, 'numbers').rows[0]?.[1]);
  expect(Math.abs(share - (100 * up) / (up + down))).toBeLessThan((100 * edges * POLL_S) / (10 * (up + down)));
  const off = tableOf(report, 'gaps').rows.filter(([, cause]) => cause === 'belfryOff');
  const offMs = off.reduce((sum, [, , , , missing]) => sum + Number(missing) * 1000, 0);
  expect(Math.abs(offMs - truth.offMs())).toBeLessThanOrEqual(off.length * pollMs);

  const notesOf = (name: string) => {
    const row = guests.rows.find(([guest]) => guest === name);
    return (cellsOf(guests, row).notes as { id: string }[]).map(({ id }) => id);
  };
  expect(notesOf('a-new-name')).toContain('renamed');
  expect(notesOf(roles.removed)).toContain('removed');
  expect(notesOf(roles.remade)).toContain('removed');
  expect(notesOf('made-again')).toContain('recreated');
  expect(notesOf('newcomer')).toContain('created');

  const restores = tableOf(report, 'restores');
  const tested = restores.rows.filter(([, , at]) => at !== 'never').map((row) => cellsOf(restores, row));
  expect(tested).toEqual([expect.objectContaining({ result: 'testPassed', backAfter: 620, by: 'anna', entry: 'd1' })]);
  checkBackups(report, month);
  expect(alertDifferences(report, month.expected, pollMs)).toEqual([]);
  checkStores(report, month);
  checkServices(report, month);
  checkDays(report, month);
  for (const file of Object.values(files)) findsChanges(file);
  for (const format of ['json', 'csv', 'pdf'] as const)
    expect((await fileOf(month, format)).equals(files[format]), format).toBe(true);

  const before = await month.until(whole.call('GET', '/api/reports?period=2026-08'));
  const unknown = EvidenceReport.parse(before.json);
  expect(unknown.notes.map(({ id }) => id)).toContain('beforeBelfry');
  expect(tableOf(unknown, 'guests').rows.every(([, , , share]) => share === null)).toBe(true);
  const nobody = EvidenceReport.parse(
    (await month.until(whole.call('GET', `/api/reports?period=${PERIOD}&scope=tag:none`))).json,
  );
  expect([nobody.headline.id, nobody.notes[0]?.id]).toEqual(['headlineEmpty', 'emptyScope']);

  const text = textIn(files.pdf);
  if (text === undefined) ctx.skip('pdftotext is not installed');
  else samePages(files.csv, text);
});

/** A restore test that Belfry has watched. */
function drillOf(name: string): Drill {
  const at = new Date(BEGIN + 8 * 3_600_000).toISOString();
  return {
    ...{
      id: 'd1',
      guest: 'gone',
      name,
      instance: 'pve-west',
      type: 'qemu',
      vmid: 100,
      tags: [],
      ports: [],
      by: 'anna',
    },
    backup: { volid: 'pbs-main:backup/vm/100/2026-10-02T01:10:00Z', time: at, storage: 'pbs-main' },
    ...{ target: { node: 'n', vmid: 9100, storage: 's' }, createdAt: at, until: at, patienceMs: 1, seen: [] },
    ...{ state: 'done', restoreMs: 620_000, endedAt: at },
  };
}

/** Each planned backup is counted by what became of it, also those whose backups and tasks are long gone. */
function checkBackups(report: EvidenceReport, { plannedOf }: Month): void {
  const backups = tableOf(report, 'backups');
  const sum = { planned: 0, worked: 0, failed: 0, missed: 0 };
  const differ = backups.rows.flatMap((row) => {
    const { guest, vmid, notKnownRuns, ...cells } = cellsOf(backups, row);
    const so = plannedOf(`${guest}`, Number(vmid));
    if (so === undefined) return [];
    const fields = ['planned', 'worked', 'failed', 'missed'] as const;
    for (const field of fields) sum[field] += so[field];
    const isSame = notKnownRuns === 0 && fields.every((field) => cells[field] === so[field]);
    const said = fields.map((field) => `${field} ${cells[field]}`).join(', ');
    return isSame ? [] : [`${guest}: said ${said}, not known ${notKnownRuns}, really ${JSON.stringify(so)}`];
  });
  expect(differ).toEqual([]);
  expect(sum.failed).toBeGreaterThan(0);
  expect(sum.missed).toBeGreaterThan(0);
  const share = Math.floor((10_000 * sum.worked) / sum.planned) / 100;
  expect(tableOf(report, 'numbers').rows[1]?.[1]).toBe(share);
}

function checkStores(report: EvidenceReport, { stores }: Month): void {
  const capacity = tableOf(report, 'capacity');
  const rows = capacity.rows.map((row) => cellsOf(capacity, row));
  const span = { from: BEGIN, until: BEGIN + HOURS * 3_600_000 };
  // The first and the last point of 62, and what a step is longer.
  const edgeMs = Math.max(3_600_000, (2 * (span.until - span.from)) / 62);
  const differ = rows.flatMap((cells) => {
    const truth = stores.find(({ name, on }) => name === cells.store && on === cells.on);
    return truth ? storeDifferences(truth, cells, span, edgeMs) : [`${cells.store} on ${cells.on}: there is none`];
  });
  expect(differ).toEqual([]);
  expect(rows.length).toBeGreaterThan(10);
}

/** The backup server answers all the time, and the lab prunes its datastore. */
function checkServices(report: EvidenceReport, { truth }: Month): void {
  const services = tableOf(report, 'services');
  const server = cellsOf(
    services,
    services.rows.find(([, name]) => name === 'pbs-main'),
  );
  const pollMs = 300_000;
  expect(Math.abs(Number(server.unknownFor) * 1000 - truth.offMs())).toBeLessThanOrEqual(2 * pollMs * (1 + DAYS / 7));
  expect(Number(server.downFor) * 1000).toBeLessThanOrEqual(2 * pollMs * (1 + DAYS / 7));
  const retention = tableOf(report, 'retention');
  const rules = retention.rows.map((row) => cellsOf(retention, row));
  expect(rules).toContainEqual(
    expect.objectContaining({
      ...{ place: 'pbs-main:main/pve-west', keeps: 'keep-daily=7, keep-weekly=4', setBy: 'byPrune' },
    }),
  );
  const backups = tableOf(report, 'backups');
  const names = new Set(rules.map(({ rule }) => rule));
  const known = backups.rows.map((row) => `${cellsOf(backups, row).retentionRules ?? ''}`.split(', ').filter(Boolean));
  expect(known.flat().every((name) => names.has(name))).toBe(true);
  expect(known.filter(({ length }) => length > 0).length).toBeGreaterThan(10);
}

/** The strips of the first page show this table. Agreed maintenance is not part of a day. */
function checkDays(report: EvidenceReport, { truth }: Month): void {
  const table = tableOf(report, 'days');
  const differ = table.rows.flatMap((row, day) => {
    const { day: key, maintenanceFor, ...cells } = cellsOf(table, row);
    const { nodes, guests } = truth.dayOf(day);
    const of = (up: unknown, down: unknown, unseen: unknown, agreed: unknown) => ({
      ...{ up, downFor: down, unknownFor: unseen, maintenanceFor: agreed },
    });
    const { nodesUp, nodesDown, nodesUnseen, guestsUpOfSeen, guestsDown, guestsUnseen } = cells;
    return [
      ...differences(`${key} nodes`, of(nodesUp, nodesDown, nodesUnseen, 0), nodes, POLL_S * 1000),
      ...differences(
        `${key} guests`,
        of(guestsUpOfSeen, guestsDown, guestsUnseen, maintenanceFor),
        guests,
        POLL_S * 1000,
      ),
    ];
  });
  expect(differ).toEqual([]);
  expect(table.rows).toHaveLength(Math.max(1, DAYS));
}

function findsChanges(file: Buffer): void {
  expect(verifyEvidence(file)).toMatchObject({ ok: true });
  const random = seeded(7);
  for (let n = 0; n < CHANGES; n++) {
    const at = Math.floor(random() * file.length);
    const changed = Buffer.from(file);
    changed[at] = ((changed[at] ?? 0) + 1 + Math.floor(random() * 255)) % 256;
    expect(verifyEvidence(changed).ok, `byte ${at}`).toBe(false);
  }
}

/** Every row of every table of the archive is in the text of the pages. */
function samePages(csv: Buffer, text: string): void {
  const dense = (of: string) => of.replace(/\s/g, '');
  const all = dense(text);
  const checked = verifyEvidence(csv);
  if (!checked.ok) throw new Error('the archive does not verify');
  const missing = checked.seal.parts
    .filter(({ name }) => name.endsWith('.csv') && !/numbers|decisions/.test(name))
    .flatMap(({ name, from, until }) =>
      linesOf(csv.subarray(from, until).toString())
        .slice(1)
        .filter((cells) => !all.includes(dense(cells.join(''))))
        .map((cells) => `${name}: ${cells.join(' | ')}`),
    );
  expect(missing).toEqual([]);
}
