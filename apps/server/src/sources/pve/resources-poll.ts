// The fast loop: two calls every ten seconds, whatever the number of guests.
import { fail, ok, type Result } from '@belfry/domain/result';
import { FAST_POLL_MS } from '@belfry/schema/defaults';
import type { Findings, SourceError } from '@belfry/schema/messages/observation';
import { noteDropped } from '../dropped.ts';
import { badPayload } from '../proxmox-api/failure.ts';
import type { Reader } from '../proxmox-api/session.ts';
import type { Poll } from '../source.ts';
import { noMetrics, withResources } from './facts.ts';
import { compose, composeCounters, type PveInstance } from './instance.ts';
import { type Metrics, parseMetrics } from './metrics.ts';
import { parseResources, type Resources } from './payloads.ts';

const LIST = '/cluster/resources';
const EXPORT = '/cluster/metrics/export';
/** The export asks every node in turn, so one that hangs delays it; the list must not wait for that. */
const EXPORT_TIMEOUT_MS = 2000;
/** How long the export is left alone after it failed: it may be slow today, refused, or unknown to this version. */
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
    if (showsNothing(found)) return fail(nothingVisible(instance.place.host, instance.session.rights));
    report(found.dropped);
    instance.facts = withResources(instance.facts, found, metrics);
    return ok({
      slices: {
        nodes: compose.nodes(instance),
        vms: compose.vms(instance),
        containers: compose.containers(instance),
        storage: compose.storage(instance),
      },
      counters: composeCounters(instance),
      ...(instance.facts.version === undefined ? {} : { version: instance.facts.version }),
    });
  }

  /** Each oddity is logged once, and not without end from a host that makes up new ones. */
  function report(dropped: readonly string[]): void {
    for (const item of dropped) {
      noteDropped();
      if (reported.has(item) || reported.size >= 100) continue;
      reported.add(item);
      instance.log.warn({ instance: instance.place.instance, item }, 'left out a malformed item');
    }
  }

  // Room for two attempts, so that a hanging endpoint and its replacement fit into one run.
  return { name: 'resources', everyMs: FAST_POLL_MS, timeoutMs: 12_000, essential: true, run };
}

function createMetricsFetch(instance: PveInstance): (reader: Reader) => Promise<Metrics> {
  const { clock } = instance;
  let restUntil = Number.NEGATIVE_INFINITY;
  /** An upgraded host may have the call now. */
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

/** A host without the call answers 501, behind some proxies 404, or 400 for parameters it does not know. */
function restFor(answer: Result<unknown, SourceError>): number {
  const status = answer.ok ? undefined : answer.error.status;
  if (status === 501 || status === 404 || status === 400) return REST_MS.unknown;
  return status === 403 ? REST_MS.refused : REST_MS.trouble;
}

/** The host lists its nodes to everybody, but figures, guests and storages only to those who may see them. */
const showsNothing = ({ nodes, guests, storages }: Resources): boolean =>
  guests.length === 0 && storages.length === 0 && nodes.every((node) => node.maxmem === undefined);

const nothingVisible = (host: string, rights: string): SourceError => ({
  kind: 'forbidden',
  message:
    `${host} lets us in but shows no node's figures, no guest and no storage. ${rights} ` +
    'A token with separated privileges needs it as well as its user.',
});
