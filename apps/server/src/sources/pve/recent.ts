// Every sample of the last half hour that the nodes of Proxmox VE still have (8.3 and later): `GET /cluster/metrics/export?history=1`.
import { guestId, nodeId, SHARED, storageId } from '@belfry/domain/ids';
import { ok } from '@belfry/domain/result';
import { metricsOf, type Resource } from '@belfry/schema/history/metrics';
import type { KeptColumns, Recent, RecentCall, RecentSamples } from '../../config/past.ts';
import { noteDropped } from '../dropped.ts';
import { percentOf, spaceOf } from '../proxmox-api/kept-columns.ts';
import { amount, isRaw, text, whole } from '../proxmox-api/read.ts';
import { TIMEOUT_MS } from '../proxmox-api/session.ts';
import { isOnline } from './facts.ts';
import type { PveInstance } from './instance.ts';

/** A node keeps the last round and 180 older ones, in memory: a reboot of the node or of its service ends them. */
const SPAN_MS = 30 * 60_000;
/** The period of the rounds, which is also the step of the samples of Belfry. */
const STEP_MS = 10_000;
/** The clock of a host may be ahead by a little. */
const AHEAD_MS = 60_000;

/** The values of one moment, by metric. */
type Round = ReadonlyMap<string, number>;

export function createRecent(instance: PveInstance): Recent {
  const { session, denials, clock } = instance;
  return {
    spanMs: SPAN_MS,
    calls() {
      const { facts } = instance;
      if (!hasExport(facts.version)) return [];
      return facts.nodes
        .filter(({ name }) => isOnline(facts, name))
        .map(({ name }): RecentCall => ({ read: (since, signal) => read(name, since, signal) }));
    },
  };

  async function read(node: string, given: number, signal: AbortSignal): ReturnType<RecentCall['read']> {
    const since = Math.max(given, clock.now() - SPAN_MS);
    // A rate needs the counter of the round before. The host answers what is later than this second.
    const start = Math.floor(since / 1000) - 2 * (STEP_MS / 1000);
    const query = `/cluster/metrics/export?history=1&node-list=${encodeURIComponent(node)}&start-time=${start}`;
    const reader = session.read(signal, 'history', 'aside');
    const answer = await denials.ask('recent samples', query, (calledOff) =>
      reader.get(query, { timeoutMs: TIMEOUT_MS.slow, blameless: true, calledOff }),
    );
    if (!answer.ok) return answer;
    const rows = isRaw(answer.value) ? answer.value.data : undefined;
    if (!Array.isArray(rows)) return ok(undefined);
    const rounds = roundsOf(rows, { from: start * 1000, to: clock.now() + AHEAD_MS });
    return ok(
      [...rounds].flatMap(([id, byTime]): RecentSamples[] => {
        const resource = resourceOf(id, node);
        const samples = resource && columnsOf(byTime, since, metricsOf(resource.kind).length, valuesOf(id));
        return resource && samples ? [{ resource, samples }] : [];
      }),
    );
  }

  /** The resource that this node reports. A storage that all nodes share is reported by the first of them. */
  function resourceOf(id: string, from: string): Resource | undefined {
    const { facts, place, config } = instance;
    const [type = '', name = '', storage] = id.split('/');
    if (type === 'node') return name === from ? { kind: 'node', id: nodeId(place.instance, name) } : undefined;
    if (type === 'qemu' || type === 'lxc') {
      const guest = facts.guests.find((row) => row.type === type && row.vmid === Number(name));
      const isMonitored = type === 'qemu' ? config.monitorVMs : config.monitorContainers;
      return guest && isMonitored ? { kind: 'guest', id: guestId(place.instance, guest.vmid) } : undefined;
    }
    if (type !== 'storage' || name !== from || storage === undefined || !config.monitorStorage) return undefined;
    const all = facts.storages.filter((row) => row.name === storage);
    const row = all.find((each) => each.node === from);
    if (!row || (row.shared && all.find(({ node }) => isOnline(facts, node))?.node !== from)) return undefined;
    return { kind: 'storage', id: storageId(place.instance, row.shared ? SHARED : from, storage) };
  }
}

/** Since 8.3. */
function hasExport(version: string | undefined): boolean {
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number);
  return major > 8 || (major === 8 && minor >= 3);
}

/** By id and then by time (epoch ms), in the order of time. */
function roundsOf(
  rows: readonly unknown[],
  { from, to }: { from: number; to: number },
): Map<string, Map<number, Round>> {
  const found = new Map<string, Map<number, Map<string, number>>>();
  for (const row of rows) {
    if (!isRaw(row)) continue;
    const [id, metric, value, seconds] = [text(row.id), text(row.metric, 64), amount(row.value), whole(row.timestamp)];
    const at = (seconds ?? Number.NaN) * 1000;
    if (id === undefined || metric === undefined || value === undefined || !(at > from && at <= to)) {
      noteDropped();
      continue;
    }
    const rounds = found.get(id) ?? new Map<number, Map<string, number>>();
    found.set(id, rounds);
    const round = rounds.get(at) ?? new Map<string, number>();
    rounds.set(at, round.set(metric, value));
  }
  return new Map([...found].map(([id, rounds]) => [id, new Map([...rounds].sort(([a], [b]) => a - b))]));
}

type Values = (round: Round, rate: (counter: string) => number | undefined) => readonly (number | undefined)[];

/** In the order of the catalogue. A guest that does not run has no `cpu_current`. */
function valuesOf(id: string): Values {
  if (id.startsWith('storage/')) return (round) => spaceOf(round.get('disk_used'), round.get('disk_total'));
  if (id.startsWith('node/'))
    return (round, rate) => [
      percent(round.get('cpu_current')),
      percentOf(round.get('mem_used'), round.get('mem_total')),
      percentOf(round.get('swap_used'), round.get('swap_total')),
      percentOf(round.get('disk_used'), round.get('disk_total')),
      round.get('cpu_avg1'),
      undefined,
      rate('net_in'),
      rate('net_out'),
      percent(round.get('cpu_iowait')),
    ];
  const isContainer = id.startsWith('lxc/');
  return (round, rate) => {
    const cpu = percent(round.get('cpu_current'));
    if (cpu === undefined) return [];
    const memory = percentOf(round.get('mem_used'), round.get('mem_total'));
    const disk = isContainer ? percentOf(round.get('disk_used'), round.get('disk_total')) : undefined;
    return [cpu, memory, disk, rate('disk_read'), rate('disk_write'), rate('net_in'), rate('net_out')];
  };
}

const percent = (fraction: number | undefined): number | undefined =>
  fraction === undefined ? undefined : fraction * 100;

/** Of two rounds in one step the first counts, as with our own samples. */
function columnsOf(rounds: Map<number, Round>, since: number, width: number, values: Values): KeptColumns | undefined {
  const times = [...rounds.keys()];
  const from = Math.floor(since / STEP_MS) * STEP_MS;
  const length = Math.floor(((times.at(-1) ?? 0) - from) / STEP_MS) + 1;
  if (!(length > 0)) return undefined;
  const columns = Array.from({ length: width }, () => new Float64Array(length).fill(Number.NaN));
  const taken = new Set<number>();
  let before: { at: number; round: Round } | undefined;
  for (const [at, round] of rounds) {
    const last = before;
    before = { at, round };
    const index = Math.floor((at - from) / STEP_MS);
    if (index < 0 || taken.has(index)) continue;
    const rate = (counter: string) => {
      const [now, then] = [round.get(counter), last?.round.get(counter)];
      // A counter that is smaller begins again, because the guest was started.
      return now === undefined || then === undefined || !last || now < then
        ? undefined
        : ((now - then) * 1000) / (at - last.at);
    };
    for (const [n, value] of values(round, rate).entries()) {
      const column = columns[n];
      if (value === undefined || !column) continue;
      column[index] = value;
      taken.add(index);
    }
  }
  return taken.size > 0 ? { from, stepMs: STEP_MS, columns } : undefined;
}
