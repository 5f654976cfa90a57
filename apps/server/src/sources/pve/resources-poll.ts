// The fast poll: two calls every ten seconds, for any number of guests.
import { fail, ok, type Result } from '@belfry/domain/result';
import { FAST_POLL_MS } from '@belfry/schema/defaults';
import type { Findings, SourceError } from '@belfry/schema/messages/observation';
import { noteDropped } from '../dropped.ts';
import { badPayload } from '../proxmox-api/failure.ts';
import type { Reader } from '../proxmox-api/session.ts';
import type { Poll } from '../source.ts';
import { type Facts, noMetrics, withResources } from './facts.ts';
import { compose, composeCounters, type PveInstance } from './instance.ts';
import { keepGuests } from './known-guests.ts';
import { type Metrics, parseMetrics } from './metrics.ts';
import { parseResources } from './payloads.ts';
import { maySeeAnything } from './rights.ts';

const LIST = '/cluster/resources';
const EXPORT = '/cluster/metrics/export';
/** The export asks every node in turn, so a node that hangs delays it. The list must not wait for that. */
const EXPORT_TIMEOUT_MS = 2000;
/** The pause after a failure of the export: because of an error, a refusal, or a version without the call. */
const REST_MS = { trouble: 60_000, refused: 600_000, unknown: 3_600_000 };

export function createResourcesPoll(instance: PveInstance): Poll {
  const fetchMetrics = createMetricsFetch(instance);
  const reported = new Set<string>();

  async function run(signal: AbortSignal): Promise<Result<Findings, SourceError>> {
    const reader = instance.session.read(signal);
    const [list, metrics] = await Promise.all([reader.get(LIST), fetchMetrics(reader)]);
    if (!list.ok) return list;
    const found = parseResources(list.value);
    if (!found) return fail(badPayload(`GET ${LIST} of ${instance.place.host}`, 'expected a list of resources.'));
    if (found.nodes.length + found.guests.length + found.storages.length === 0)
      return fail(
        badPayload(`GET ${LIST} of ${instance.place.host}`, 'the list is empty: not even the host itself is in it.'),
      );
    if (showsNothing(found)) {
      const { nodes, guests, storages, rights } = instance.facts;
      const isBlind = rights ? !maySeeAnything(rights) : showsNothing({ nodes, guests, storages });
      return fail(
        isBlind ? nothingVisible(instance.place.host, instance.session.rights) : nothingLeft(instance.place.host),
      );
    }
    report(found.dropped);
    const { knownGuests } = instance.facts;
    instance.facts = withResources(instance.facts, found, metrics, instance.clock.now());
    if (instance.facts.knownGuests !== knownGuests) keepGuests(instance.guests, instance.facts.knownGuests);
    return ok({
      slices: {
        nodes: compose.nodes(instance),
        vms: compose.vms(instance),
        containers: compose.containers(instance),
        storage: compose.storage(instance),
      },
      counters: composeCounters(instance),
      ...(instance.facts.version !== undefined && { version: instance.facts.version }),
    });
  }

  /** Logs each problem once, and a limited number in all, because a host may produce new ones forever. */
  function report(dropped: readonly string[]): void {
    for (const item of dropped) {
      noteDropped();
      if (reported.has(item) || reported.size >= 100) continue;
      reported.add(item);
      instance.log.warn({ instance: instance.place.instance, item }, 'left out a malformed item');
    }
  }

  // The timeout allows two attempts, so that a hanging endpoint and another one fit into one run.
  return { name: 'resources', everyMs: FAST_POLL_MS, timeoutMs: 12_000, essential: true, pushedBy: ['fencing'], run };
}

function createMetricsFetch(instance: PveInstance): (reader: Reader) => Promise<Metrics> {
  const { clock } = instance;
  let restUntil = Number.NEGATIVE_INFINITY;
  /** The version at the last failure. After an upgrade the host may have the call. */
  let restedAt: string | undefined;
  return async (reader) => {
    restedAt ??= instance.facts.version;
    if (clock.monotonic() < restUntil && restedAt === instance.facts.version) return noMetrics;
    const answer = await reader.get(EXPORT, { timeoutMs: EXPORT_TIMEOUT_MS, blameless: true });
    const metrics = answer.ok ? parseMetrics(answer.value) : undefined;
    if (!metrics) {
      restUntil = clock.monotonic() + restFor(answer);
      restedAt = instance.facts.version;
    }
    return metrics ?? noMetrics;
  };
}

/**
 * A host without the call answers 501. Some proxies answer 404. A host that does not know the parameters answers 400.
 */
function restFor(answer: Result<unknown, SourceError>): number {
  const status = answer.ok ? undefined : answer.error.status;
  if (status === 501 || status === 404 || status === 400) return REST_MS.unknown;
  return status === 403 ? REST_MS.refused : REST_MS.trouble;
}

/** The host lists its nodes to every account, but figures, guests and storages only with the privileges for them. */
const showsNothing = ({ nodes, guests, storages }: Pick<Facts, 'nodes' | 'guests' | 'storages'>): boolean =>
  guests.length === 0 && storages.length === 0 && nodes.every((node) => node.maxmem === undefined);

const nothingVisible = (host: string, rights: string): SourceError => ({
  kind: 'forbidden',
  message:
    `${host} lets us in but shows no node's figures, no guest and no storage. ${rights} ` +
    'A token with separated privileges needs it as well as its user.',
});

const nothingLeft = (host: string): SourceError =>
  badPayload(
    `GET ${LIST} of ${host}`,
    'the list has no guest, no storage and no figures of a node any more, although it had some and the account may see them.',
  );
