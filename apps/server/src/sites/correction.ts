// What a collector may not decide: what this server derives or knows better. An observation of a site gets it from here.
import type { NodeConfig } from '@belfry/schema/config/node';
import type { Storage } from '@belfry/schema/entities/storage';
import type { Observation, Slices, SourceListName } from '@belfry/schema/messages/observation';

type Sent = Omit<Observation, 'at' | 'monotonic'>;

/** An instance as this server knows it. `config`: a NodeConfig. */
export interface Known {
  id: string;
  name: string;
  site: string;
  /** Of the essential poll, ms. */
  everyMs: number;
  config: Readonly<Record<string, unknown>>;
}

/** No poll is less frequent. */
const LONGEST_MS = 3_600_000;
const MAX_AGE_MS = 366 * 86_400_000;
const MAX_ENDPOINTS = 100;
const MAX_GAPS = 200;
const MAX_TEXT = 1000;

/**
 * The state derives these fields. The state itself would overwrite most of them, but not where it has nothing to say. Those of guests are left
 * out before (`checked-patch.ts`).
 */
const derived: { readonly [L in SourceListName]?: readonly string[] } = {
  nodes: ['networkIn', 'networkOut', 'temperature', 'lastKnown', 'staleSince'],
  storage: ['staleSince'],
  pveClusters: ['staleSince'],
  cephClusters: ['staleSince'],
  nodeLosses: ['staleSince'],
  pbs: ['staleSince'],
  pmg: ['staleSince'],
  pbsBackups: ['guestInstance', 'ambiguous'],
};

/** How old an observation is, whole ms. A year at most: dates do not go back for ever. */
export const ageOf = (ageMs: number): number => Math.round(Math.min(ageMs, MAX_AGE_MS));

export function corrected(observation: Sent, known: Known): Sent {
  const { id, name, site, config } = known;
  const { type, host, fingerprint } = config as Partial<NodeConfig>;
  const { staleAfterMs: _, ...rest } = observation;
  return {
    ...rest,
    instance: { ...observation.instance, id, name, site, ...(type && { kind: type }), ...(host && { host }) },
    everyMs: observation.essential ? known.everyMs : within(observation.everyMs, 1000, LONGEST_MS),
    tookMs: within(observation.tookMs, 0, LONGEST_MS),
    calls: { ...observation.calls, tookMs: within(observation.calls.tookMs, 0, LONGEST_MS) },
    endpoints: observation.endpoints.slice(0, MAX_ENDPOINTS),
    outcome: outcomeOf(observation.outcome, { name, host: host ?? '', fingerprint: fingerprint || undefined, site }),
  };
}

/** What identifies a host to the others, such as the storages that write to it: only what this server was told by an administrator. */
interface Identity {
  name: string;
  host: string;
  fingerprint: string | undefined;
  site: string;
}

function outcomeOf(outcome: Observation['outcome'], identity: Identity): Observation['outcome'] {
  if (!outcome.ok) {
    const { retryAt, message, ...error } = outcome.error;
    const isDate = retryAt !== undefined && Math.abs(retryAt) < 8e15;
    return { ok: false, error: { ...error, message: message.slice(0, MAX_TEXT), ...(isDate && { retryAt }) } };
  }
  // Temperatures come from the nodes themselves.
  const { temperatures: _, slices, gaps, version, ...findings } = outcome.value;
  return {
    ok: true,
    value: {
      ...findings,
      slices: Object.fromEntries(
        Object.entries(slices).map(([list, entities]) => [list, listOf(list as SourceListName, entities, identity)]),
      ) as Slices,
      ...(gaps && { gaps: gaps.slice(0, MAX_GAPS) }),
      ...(version !== undefined && { version: version.slice(0, MAX_TEXT) }),
    },
  };
}

/** A list without such fields stays the same object, so that the state sees that nothing is new. */
function listOf(list: SourceListName, entities: readonly object[], { name, host, fingerprint, site }: Identity) {
  const fields = derived[list] ?? [];
  const clean = entities.some((entity) => fields.some((field) => field in entity))
    ? entities.map((entity) => Object.fromEntries(Object.entries(entity).filter(([field]) => !fields.includes(field))))
    : entities;
  if (list === 'storage') return placed(clean as readonly Pick<Storage, 'backupTarget'>[], site);
  if (list === 'pmg') return clean.map((entity) => ({ ...entity, name, host }));
  if (list !== 'pbs') return clean;
  return clean.map(({ fingerprint: _, ...entity }: { fingerprint?: string }) => ({
    ...{ ...entity, name, host, site },
    ...(fingerprint !== undefined && { fingerprint }),
  }));
}

/** An address of a site says nothing about the same address elsewhere. */
const placed = (storages: readonly Pick<Storage, 'backupTarget'>[], site: string) =>
  storages.some(({ backupTarget }) => backupTarget)
    ? storages.map(({ backupTarget: at, ...storage }) => ({ ...storage, ...(at && { backupTarget: { ...at, site } }) }))
    : storages;

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
