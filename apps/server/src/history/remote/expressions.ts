// Questions to the engine in PromQL. It answers min, mean and max of many metrics in one request: each part of the question has a label
// of its own.
import type { Resource } from '@belfry/schema/history/metrics';
import type { Labels } from '../exposition/subject.ts';
import { tiers } from '../tiers.ts';
import { STAT, STEP } from './foreign-series.ts';
import { HOURLY, type RemoteMetric, type SeriesSource } from './names.ts';

/** The label that says of which metric and function a part of the answer is: `cpu min`. */
export const PART = 'belfry_part';
/** VictoriaMetrics takes 16 KiB. */
const LONGEST = 12_000;
const LONGEST_IDS = 3000;
const OWN_LABELS: ReadonlySet<string> = new Set(['id', 'source', STEP, STAT]);

/** A string of PromQL. */
const quoted = (text: string): string => JSON.stringify(text.toWellFormed());
const literal = (text: string): string => text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');

/** `added` are the labels of the settings. */
export function allOf(source: SeriesSource | undefined, added: Labels): string {
  const who = source === undefined ? `source=~"belfry|proxmox|${HOURLY}"` : `source=${quoted(source)}`;
  const others = added.filter(([name]) => !OWN_LABELS.has(name)).map(([name, value]) => `,${name}=${quoted(value)}`);
  return `${who}${others.join('')}`;
}

export function matchers(ids: readonly string[], source: SeriesSource | undefined, added: Labels): string {
  const [first = ''] = ids;
  const which = ids.length === 1 ? `id=${quoted(first)}` : `id=~${quoted(ids.map(literal).join('|'))}`;
  return `${which},${allOf(source, added)}`;
}

const named = (part: string, expression: string): string => `label_replace(${expression},"${PART}","${part}","","")`;
const grouped = (how: 'min' | 'avg' | 'max', of: string): string => `${how} by (id,${STEP},${STAT}) (${of})`;
const seconds = (ms: number): string => `${ms / 1000}s`;

/** What Belfry has measured. In the finest step there is one value, so that all three are the same. */
export function ownParts({ id, name }: RemoteMetric, which: string, stepMs: number): string[] {
  const range = `${name}{${which}}[${seconds(stepMs)}]`;
  const of = (how: 'min' | 'avg' | 'max') => named(`${id} ${how}`, grouped(how, `${how}_over_time(${range})`));
  return stepMs === tiers[0].stepMs ? [of('avg')] : [of('min'), of('avg'), of('max')];
}

/** How many resources have a value in the time before. */
export const countPart = ({ id, name }: RemoteMetric, which: string, forMs: number): string =>
  named(id, `count(count_over_time(${name}{${which}}[${seconds(forMs)}]))`);

/** What Belfry has made of whole hours. */
export function hourlyParts({ id, name }: RemoteMetric, which: string, stepMs: number): string[] {
  const of = (how: 'min' | 'avg' | 'max', stat: HourlyStat) =>
    named(`${id} ${how}`, grouped(how, `${how}_over_time(${name}{${which},${STAT}="${stat}"}[${seconds(stepMs)}])`));
  return [of('min', 'min'), of('avg', 'mean'), of('max', 'max')];
}
export type HourlyStat = 'min' | 'mean' | 'max';

/** What Proxmox has measured: in each step, and where it measured less often, the value in whose time the step lies. */
export function foreignParts({ id, name }: RemoteMetric, which: string, stepMs: number): string[] {
  const stepsOf = (from: readonly { stepMs: number }[]) => from.map((tier) => tier.stepMs / 1000);
  const fine = stepsOf(tiers.filter((tier) => tier.stepMs <= stepMs));
  const own = `${which},${STEP}=~"${fine.join('|')}"`;
  const range = (how: string) => `${name}{${own}${how === 'max' ? '' : `,${STAT}=""`}}[${seconds(stepMs)}]`;
  const coarse = stepsOf(tiers.filter((tier) => tier.stepMs > stepMs));
  return [
    ...(['min', 'avg', 'max'] as const).map((how) =>
      named(`${id} ${how}`, grouped(how, `${how}_over_time(${range(how)})`)),
    ),
    ...coarse.map((step) =>
      named(`${id} last`, grouped('max', `last_over_time(${name}{${which},${STEP}="${step}"}[${step}s])`)),
    ),
  ];
}

/** Resources of one kind in groups whose ids fit into one part of a question. */
export function idGroups(resources: readonly Resource[]): string[][] {
  const groups: string[][] = [];
  let length = LONGEST_IDS;
  for (const { id } of resources) {
    if (length + id.length > LONGEST_IDS) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(id);
    length += Buffer.byteLength(literal(id)) + 1;
  }
  return groups;
}

/** As few questions as the engine takes. */
export function questions(parts: readonly string[]): string[] {
  const found: string[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (last !== undefined && Buffer.byteLength(last) + Buffer.byteLength(part) < LONGEST)
      found[found.length - 1] = `${last} or ${part}`;
    else found.push(part);
  }
  return found;
}
