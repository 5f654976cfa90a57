// What the journal of changes takes with as many entries as it keeps: the time of a page in each way that the screen and the interface ask, and the
// size of the file for each entry, and the memory for the configurations of 1,000 guests.
// node --expose-gc bench/src/journal.ts [ENTRIES]
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seeded } from '@belfry/domain/forecast/testing/seeded';
import { ok } from '@belfry/domain/result';
import { openJournalFile } from '../../apps/server/src/db/journal-file.ts';
import type { JournalFilter, NewEntry } from '../../apps/server/src/db/journal-rows.ts';
import { createJournal } from '../../apps/server/src/journal/journal.ts';
import { systemClock } from '../../apps/server/src/lib/clock.ts';
import { createLogger } from '../../apps/server/src/lib/logger.ts';

const entries = Number(process.argv[2] ?? 1_000_000);
const GUESTS = 1000;
const AT_ONCE = 20_000;
const PAGE = 100;
const TIMES = 20;
const TWO_YEARS = 730 * 86_400_000;

const dataDir = mkdtempSync(path.join(tmpdir(), 'belfry-journal-'));
const log = createLogger('silent');
const file = openJournalFile({ dataDir, clock: systemClock, log, setAside: { leaveOut: () => {} } });
const journal = createJournal({ file, guardedTask: (_part, work) => work(), clock: systemClock });
const random = seeded(1);

/** In MB, after a collection. The heap alone: what is collected later is not kept. */
function heap(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}
/** What is read of a guest, with a value that tells the readings apart. */
const readingOf = (guest: number, cores: number) => ({
  ...{ resource: `lab-${guest}`, kind: 'guest' as const, name: `web-${guest}`, tasks: [] },
  settings: Object.fromEntries([
    ['cores', String(cores)],
    ...Array.from({ length: 25 }, (_, nth) => [`net${nth}`, `virtio=BC:24:11:00:${nth},bridge=vmbr0,tag=${guest}`]),
  ]),
});
const learn = async (cores: number) => {
  const settings = Array.from({ length: GUESTS }, (_, nth) => readingOf(100 + nth, cores));
  journal.learn({ instance: { id: 'lab' }, at: Date.now(), outcome: ok({ slices: {}, settings, settingsLists: [] }) });
  await journal.page({}, 1);
};
const before = heap();
// Each guest is changed in each of these readings.
for (let cores = 0; cores < 10; cores++) await learn(cores);
console.log(`${GUESTS} guests, read and changed ten times: ${(heap() - before).toFixed(1)} MB more in the heap`);

const begun = Date.now() - TWO_YEARS;
const fields = ['memory', 'cores', 'net0', 'scsi0', 'description', 'onboot'];
const people = ['root@pam', 'eve@pve', 'ops@pve!ci', null];
const entry = (nth: number): NewEntry => {
  const guest = 100 + Math.floor(GUESTS * random());
  const field = fields[Math.floor(fields.length * random())] ?? '';
  const value = () => `virtio=BC:24:11:${Math.floor(1e6 * random())},bridge=vmbr${Math.floor(9 * random())}`;
  return {
    ...{ at: begun + Math.floor((nth * TWO_YEARS) / entries), since: undefined, resource: `lab-${guest}` },
    ...{ instance: 'lab', name: `web-${guest}`, kind: nth % 20 === 0 ? 'storage' : 'guest', event: 'changed' },
    ...{ by: people[nth % people.length] ?? null, source: 'task' },
    changes: [{ field, before: value(), after: value() }],
  };
};
for (let from = 0; from < entries; from += AT_ONCE)
  await file.write(async (rows) => {
    for (let nth = from; nth < Math.min(entries, from + AT_ONCE); nth++) await rows.add(entry(nth));
  });

const middle = { at: begun + TWO_YEARS / 2, number: Math.floor(entries / 2) };
const asked: Record<string, JournalFilter> = {
  'the newest': {},
  'from the middle on': { before: middle },
  'of a resource': { resource: 'lab-500' },
  'of a name': { resource: 'web-500' },
  'of a kind': { kind: 'storage' },
  'of a person': { by: 'eve@pve' },
  'of a person of whom nothing is known': { by: 'nobody@pam' },
  'of a day': { from: middle.at, to: middle.at + 86_400_000 },
  'of a resource in a year': { resource: 'lab-500', from: begun, to: middle.at },
  'of a kind and a person that never meet': { kind: 'storage', by: 'eve@pve' },
  'of a resource and a kind that never meet': { resource: 'lab-500', kind: 'pool' },
  'of a resource and a person': { resource: 'lab-500', by: 'eve@pve' },
  'with a text': { q: 'vmbr3' },
  'with a text that is nowhere': { q: 'nowhere at all' },
  'with a text, of a person': { q: 'nowhere at all', by: 'root@pam' },
};
/** Of the main thread: waiting for the processor does not count. */
const used = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
for (const [what, filter] of Object.entries(asked)) {
  const times: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    const before = used();
    await journal.page(filter, PAGE);
    times.push(used() - before);
  }
  times.sort((a, b) => a - b);
  const [median = 0, most = 0] = [times[TIMES / 2], times.at(-1)];
  console.log(`${what}: ${median.toFixed(1)} ms of the processor, at most ${most.toFixed(1)} ms`);
}
await journal.stop();
const bytes = statSync(path.join(dataDir, 'journal.db')).size / entries;
const aDay = Math.floor(1_000_000 / bytes);
console.log(
  `${bytes.toFixed(0)} bytes for each entry: a megabyte a day is ${aDay} changes, ${(aDay / GUESTS).toFixed(1)} of each guest`,
);
rmSync(dataDir, { recursive: true, force: true });
