// What happened: alerts with their reaction times, changes, gaps of the measurement; and how full the stores are.
import type { EvidenceCell, EvidenceTable } from '@belfry/schema/evidence/report';
import type { Forecast } from '@belfry/schema/forecast';
import { gapsOf } from './availability.ts';
import type { EvidenceAlert, EvidenceInput } from './input.ts';

const after = (from: number, to: number | undefined, otherwise: string): number | string =>
  to === undefined ? otherwise : Math.max(0, Math.round((to - from) / 1000));

export function alertsTable({ alerts }: EvidenceInput): EvidenceTable {
  return {
    id: 'alerts',
    sources: ['alertsOfBelfry'],
    columns: [
      { id: 'raised', kind: 'time' },
      { id: 'level', kind: 'word' },
      { id: 'resource', kind: 'name' },
      { id: 'what', kind: 'notes' },
      { id: 'acknowledgedAfter', kind: 'duration' },
      { id: 'acknowledgedBy', kind: 'name' },
      { id: 'endedAfter', kind: 'duration' },
      { id: 'entry', kind: 'text' },
    ],
    rows: alerts.map((each) => [
      ...[each.raisedAt, each.level, each.resource, saidOf(each)],
      after(each.raisedAt, each.acknowledgedAt, 'never'),
      each.acknowledgedBy ?? '',
      after(each.raisedAt, each.endedAt, 'stillActive'),
      each.number,
    ]),
  };
}

const saidOf = ({ text, sentence }: EvidenceAlert): EvidenceCell =>
  sentence ? [{ id: 'said', values: { said: text }, sentence }] : text;

/** The middle one; of an even number the lower of the two. Undefined for none. */
export function median(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}

export function capacityTable({ stores }: Pick<EvidenceInput, 'stores'>): EvidenceTable {
  return {
    id: 'capacity',
    sources: ['GET /nodes/{node}/storage', 'GET /admin/datastore/{store}/status', 'historyOfBelfry'],
    columns: [
      { id: 'store', kind: 'name' },
      { id: 'on', kind: 'name' },
      { id: 'total', kind: 'bytes' },
      { id: 'used', kind: 'bytes' },
      { id: 'usedAtStart', kind: 'bytes' },
      { id: 'perDay', kind: 'bytes' },
      { id: 'fullFrom', kind: 'day' },
      { id: 'fullUntil', kind: 'day' },
    ],
    rows: stores.map(({ name, on, total, used, past, forecast }) => [
      ...[name, on, total ?? null, used ?? null, past[0]?.used ?? null, growthOf(past), ...fullOf(forecast)],
    ]),
  };
}

const DAY_MS = 86_400_000;
const NO_FORECAST = { short: 'tooShort', step: 'oneStep', uneven: 'tooUneven' } as const;

/** The ends of the interval, or the word for why there is none. */
function fullOf(forecast: Forecast | undefined): (number | string | null)[] {
  if (!forecast) return [null, null];
  if (forecast.kind === 'full') return [forecast.earliest, forecast.latest].map(Math.round);
  const why = forecast.kind === 'notInSight' ? 'notInSight' : NO_FORECAST[forecast.why];
  return [why, ''];
}

/** What was used at the end of the period against its begin, per day: measured, and no forecast. */
function growthOf(past: EvidenceInput['stores'][number]['past']): number | null {
  const [first, last] = [past[0], past.at(-1)];
  if (!first || !last || last.at - first.at < DAY_MS) return null;
  return Math.round(((last.used - first.used) / (last.at - first.at)) * DAY_MS);
}

const EVENT_WORDS = { changed: 'changed', created: 'wasCreated', removed: 'wasRemoved' } as const;

export function changesTable({ changes, period }: EvidenceInput): EvidenceTable {
  const within = changes
    .filter(({ at }) => Date.parse(at) >= period.from && Date.parse(at) < period.until)
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || Number(a.id) - Number(b.id));
  return {
    id: 'changes',
    sources: ['journalOfBelfry'],
    columns: [
      { id: 'time', kind: 'time' },
      { id: 'by', kind: 'name' },
      { id: 'resource', kind: 'name' },
      { id: 'event', kind: 'word' },
      { id: 'what', kind: 'text' },
      { id: 'entry', kind: 'text' },
    ],
    rows: within.map(({ id, at, by, name, resource, event, changes: of }) => [
      ...[Date.parse(at), by, name || resource, EVENT_WORDS[event]],
      of.map(({ field, before, after: to }) => `${field}: ${before ?? '-'} > ${to ?? '-'}`).join('; '),
      id,
    ]),
  };
}

export function gapsTable({ seen, period }: EvidenceInput, seenUntil: number): EvidenceTable {
  const span = { from: period.from, until: seenUntil };
  return {
    id: 'gaps',
    sources: ['historyOfBelfry'],
    columns: [
      { id: 'who', kind: 'name' },
      { id: 'cause', kind: 'word' },
      { id: 'from', kind: 'time' },
      { id: 'until', kind: 'time' },
      { id: 'missing', kind: 'duration' },
    ],
    rows: seen.flatMap(({ name, isBelfry, readings }) =>
      gapsOf(readings, span).map(({ from, until, missingMs }) => [
        ...[name, isBelfry ? 'belfryOff' : 'notAnswering', from, until, Math.round(missingMs / 1000)],
      ]),
    ),
  };
}
