// Bytes that a browser gets of many sites, with everything in view and with two clusters: the record of a site (`recorded-site.ts`), repeated
// with other ids, through the product's own state and encoding. No network and no waiting, so a busy machine gives the same figures.
// node bench/src/views.ts [--sites 100] [--guests 1000] [--file RECORD] [--kinds]
// Of the bytes of two clusters it says how many are what guest agents say once; with `--kinds` of all kinds, as what a frame is shorter without them.
import { parseArgs } from 'node:util';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { archiveNames } from '@belfry/schema/archives';
import { CollectUp } from '@belfry/schema/collect/up';
import type { Observation } from '@belfry/schema/messages/observation';
import { createRebuilding } from '../../apps/server/src/collect/rebuilding.ts';
import { momentOf, systemClock } from '../../apps/server/src/lib/clock.ts';
import { createDeltas, numeric } from '../../apps/server/src/push/deltas.ts';
import { lengthOf } from '../../apps/server/src/push/fitting.ts';
import { createState } from '../../apps/server/src/state/state.ts';
import { INSTANCE, recordSite } from './recorded-site.ts';

const { values: given } = parseArgs({
  options: {
    sites: { type: 'string', default: '100' },
    guests: { type: 'string', default: '1000' },
    file: { type: 'string' },
    kinds: { type: 'boolean', default: false },
  },
});
const [sites, guests] = [Number(given.sites), Number(given.guests)];
/** By then the guest agents of all guests have answered, which are asked a few at a time. */
const SETTLED_MS = 390_000;
const MEASURED_MS = 75_000;
const SECONDS = 480;
/** For rates. What was said before them makes no difference at the beginning of what is measured. */
const LAST_BEFORE = 2;
const STAGGER_MS = 10_000;
/** As the encoding sends them. */
const STEP_MS = 250;
const START = Date.parse('2026-11-30T00:00:00Z');

const record = await recordSite(guests, SECONDS, given.file ?? `/tmp/belfry-site-${guests}-${SECONDS}.json`);
const rebuilding = createRebuilding(
  () => {},
  () => 0,
);
const observations = record.flatMap(({ atMs, text }) => {
  const said = CollectUp.parse(JSON.parse(text));
  if (said.type !== 'observation' && said.type !== 'part') return [];
  const rebuilt = rebuilding.take(said);
  if (!rebuilt.ok) throw new Error(rebuilt.error.id);
  if (!rebuilt.value) return [];
  const observation = structuredClone(rebuilt.value);
  // a browser gets them on request only
  if (observation.outcome.ok)
    for (const name of archiveNames) delete (observation.outcome.value.slices as Record<string, unknown>)[name];
  return { atMs, poll: observation.poll, text: JSON.stringify(observation) };
});
const kept = observations.filter(
  ({ atMs, poll }, n) =>
    atMs > SETTLED_MS - STAGGER_MS ||
    observations.slice(n + 1).filter((later) => later.poll === poll && later.atMs <= SETTLED_MS - STAGGER_MS).length <
      LAST_BEFORE,
);
const events = Array.from({ length: sites }, (_, site) => {
  const offset = (site / sites) * STAGGER_MS;
  return kept.map(({ atMs, text }) => ({ at: atMs + offset, site, text }));
})
  .flat()
  .sort((a, b) => a.at - b.at);
const idOf = (site: number): string => `site${site}`;

let now = START;
const clock = { now: () => now, monotonic: () => now };
const state = createState({ started: momentOf(clock), version: 'bench' });
const encoding = createDeltas(state.current(), systemClock);
const view = new Set([idOf(0), idOf(1)]);
const bytes = { everything: 0, two: 0 };
let [end, measuredMs, workMs, frames] = [STEP_MS, 0, 0, 0];
/** What guest agents say about a guest once. They are asked a few at a time, so these come for some minutes after the start. */
const ONCE = ['ipAddresses', 'osName', 'osVersion', 'diskStatusReason', 'disk.total', 'disk.source'];
const ONCE_SAID = 'what guest agents say once';
const kinds = new Map<string, number>();
type Data = Record<string, { columns?: { field: string }[] }>;
function countKinds(frame: Buffer): void {
  const message = JSON.parse(String(inflateRawSync(frame))) as { data: Data };
  const lengthOfMessage = (data: Data) => deflateRawSync(JSON.stringify({ ...message, data }), numeric).length;
  const whole = lengthOfMessage(message.data);
  const count = (kind: string, data: Data) => kinds.set(kind, (kinds.get(kind) ?? 0) + whole - lengthOfMessage(data));
  const without = (isLeftOut: (list: string, field: string) => boolean): Data =>
    Object.fromEntries(
      Object.entries(message.data).map(([name, value]) => [
        name,
        value.columns ? { ...value, columns: value.columns.filter(({ field }) => !isLeftOut(name, field)) } : value,
      ]),
    );
  count(
    ONCE_SAID,
    without((name, field) => name === 'vms' && ONCE.includes(field)),
  );
  if (!given.kinds) return;
  for (const [name, { columns = [] }] of Object.entries(message.data)) {
    const { [name]: _, ...others } = message.data;
    count(name, others);
    for (const { field } of columns)
      count(
        `${name}.${field}`,
        without((list, other) => list === name && other === field),
      );
  }
}
const cpuMs = () => process.cpuUsage().user / 1000;
for (const { at, site, text } of events) {
  for (; at >= end; end += STEP_MS) {
    now = START + end;
    if (end < SETTLED_MS - STEP_MS) continue;
    const change = encoding.advance(state.current());
    if (end < SETTLED_MS) continue;
    measuredMs += STEP_MS;
    if (typeof change !== 'object') continue;
    bytes.everything += lengthOf(change.frame(undefined).buffers);
    const from = cpuMs();
    const two = change.frame(view).buffers;
    workMs += cpuMs() - from;
    bytes.two += lengthOf(two);
    frames++;
    countKinds(Buffer.concat(two));
  }
  if (at > SETTLED_MS + MEASURED_MS) break;
  now = START + at;
  const observation = JSON.parse(text.replaceAll(INSTANCE, idOf(site))) as Observation;
  state.apply({ ...observation, ...momentOf(clock) });
}
const perSecond = (sum: number) => `${((1000 * sum) / measuredMs).toFixed(0)} bytes a second`;
const { vms, containers } = state.current();
console.log(`${sites} sites, ${vms.length + containers.length} guests`);
console.log(`everything in view: ${perSecond(bytes.everything)}`);
console.log(`two clusters in view: ${perSecond(bytes.two)} in ${((1000 * frames) / measuredMs).toFixed(1)} frames`);
for (const [kind, sum] of [...kinds].sort(([, a], [, b]) => b - a))
  console.log(`  of these ${kind}: ${perSecond(sum)}`);
console.log(`processor time for all browsers with this view: ${((1000 * workMs) / measuredMs).toFixed(1)} ms a second`);
for (const [what, before, after] of [
  ['two clusters come into view', new Set<string>(), view],
  ['from two clusters, the first step to everything', view, undefined],
] as const) {
  const from = cpuMs();
  const told = encoding.viewed?.(before, after);
  const took = cpuMs() - from;
  console.log(
    `${what}: ${lengthOf(told?.frame.buffers ?? [])} bytes, ${told?.guests} guests, ${took.toFixed(0)} ms of processor time`,
  );
}
