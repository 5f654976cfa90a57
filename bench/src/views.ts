// Bytes that a browser gets of many sites, with everything in view and with two clusters: the record of a site (`recorded-site.ts`), repeated
// with other ids, through the product's own state and encoding. No network and no waiting, so a busy machine gives the same figures.
// node bench/src/views.ts [--sites 100] [--guests 1000] [--file RECORD]
import { parseArgs } from 'node:util';
import { archiveNames } from '@belfry/schema/archives';
import { CollectUp } from '@belfry/schema/collect/up';
import type { Observation } from '@belfry/schema/messages/observation';
import { createRebuilding } from '../../apps/server/src/collect/rebuilding.ts';
import { momentOf } from '../../apps/server/src/lib/clock.ts';
import { createDeltas } from '../../apps/server/src/push/deltas.ts';
import { lengthOf } from '../../apps/server/src/push/fitting.ts';
import { createState } from '../../apps/server/src/state/state.ts';
import { INSTANCE, recordSite } from './recorded-site.ts';

const { values: given } = parseArgs({
  options: {
    sites: { type: 'string', default: '100' },
    guests: { type: 'string', default: '1000' },
    file: { type: 'string' },
  },
});
const [sites, guests] = [Number(given.sites), Number(given.guests)];
const SECONDS = 150;
/** By then every poll of every site has answered once. */
const SETTLED_MS = 65_000;
const MEASURED_MS = 75_000;
const STAGGER_MS = 10_000;
/** As the encoding sends them. */
const STEP_MS = 250;
const START = Date.parse('2026-11-30T00:00:00Z');

const record = await recordSite(guests, SECONDS, given.file ?? `/tmp/belfry-site-${guests}.json`);
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
  return { atMs, text: JSON.stringify(observation) };
});
const events = Array.from({ length: sites }, (_, site) => {
  const offset = (site / sites) * STAGGER_MS;
  return observations.map(({ atMs, text }) => ({ at: atMs + offset, site, text }));
})
  .flat()
  .sort((a, b) => a.at - b.at);
const idOf = (site: number): string => `site${site}`;

let now = START;
const clock = { now: () => now, monotonic: () => now };
const state = createState({ started: momentOf(clock), version: 'bench' });
const encoding = createDeltas(state.current());
const view = new Set([idOf(0), idOf(1)]);
const bytes = { everything: 0, two: 0 };
let [end, measuredMs, workMs] = [STEP_MS, 0, 0];
const cpuMs = () => process.cpuUsage().user / 1000;
for (const { at, site, text } of events) {
  for (; at >= end; end += STEP_MS) {
    now = START + end;
    const change = encoding.advance(state.current());
    if (end < SETTLED_MS) continue;
    measuredMs += STEP_MS;
    if (typeof change !== 'object') continue;
    bytes.everything += lengthOf(change.frame.buffers);
    const from = cpuMs();
    bytes.two += lengthOf(change.narrowed?.(view).buffers ?? []);
    workMs += cpuMs() - from;
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
console.log(`two clusters in view: ${perSecond(bytes.two)}`);
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
