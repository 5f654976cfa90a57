// How many containers with a new name a token may report. Each name is a resource of the history and may have alerts, which are kept
// for years: a token that invents names must not push out what is known about everything else.
import type { DockerHost } from '@belfry/schema/entities/docker';
import type { State } from '@belfry/schema/state';
import { type Clock, iso } from '../../lib/clock.ts';

export interface NewNamesLimits {
  /** New names that a token may report at once, and in each hour after that. */
  atOnce: number;
  perHour: number;
}

/**
 * At once: what a large installation reports at its start; the worker of the history was measured with 10,000 resources. Per hour: a
 * build server that starts a container every four seconds stays below it. What waits is accepted as soon as there is room.
 */
export const standardLimits: NewNamesLimits = { atOnce: 10_000, perHour: 1000 };

const HOUR_MS = 3_600_000;
/** A name that comes again within this time is not new: a task that runs every night has the same one. */
const REMEMBERED_MS = 26 * HOUR_MS;
const MAX_NAMED = 3;

export interface NewNames {
  /** The host as it is shown: the containers beyond the budget are `notRecorded`. `owner` is the id of its token. */
  judge(host: DockerHost, owner: string | undefined): DockerHost;
  /** What an earlier run accepted is known. */
  restore(host: DockerHost): void;
  forget(hostId: string): void;
  /** The same object while nothing changes. */
  problems(): State['serverProblems'];
}

export function createNewNames(clock: Pick<Clock, 'now' | 'monotonic'>, limits = standardLimits): NewNames {
  /** By host: when each name was last seen. */
  const known = new Map<string, { seen: Map<string, number>; prunedAt: number }>();
  const budgets = new Map<string, { left: number; at: number }>();
  /** Hosts with containers beyond the budget. */
  const beyond = new Map<string, { name: string; count: number }>();
  let since = '';
  let shown: State['serverProblems'] = {};

  function budgetOf(owner = ''): { left: number; at: number } {
    const at = clock.monotonic();
    const before = budgets.get(owner) ?? { left: limits.atOnce, at };
    const refilled = before.left + ((at - before.at) / HOUR_MS) * limits.perHour;
    const budget = { left: Math.min(limits.atOnce, refilled), at };
    budgets.set(owner, budget);
    return budget;
  }

  function namesOf(hostId: string): Map<string, number> {
    const at = clock.monotonic();
    const names = known.get(hostId) ?? { seen: new Map<string, number>(), prunedAt: at };
    known.set(hostId, names);
    if (at - names.prunedAt < HOUR_MS) return names.seen;
    names.prunedAt = at;
    for (const [name, seenAt] of names.seen) if (at - seenAt > REMEMBERED_MS) names.seen.delete(name);
    return names.seen;
  }

  function note(host: DockerHost, count: number): void {
    if ((beyond.get(host.id)?.count ?? 0) === count) return;
    if (count === 0) beyond.delete(host.id);
    else beyond.set(host.id, { name: host.displayName, count });
    if (beyond.size === 0) {
      shown = {};
      since = '';
      return;
    }
    since ||= iso(clock.now());
    shown = { 'docker-new-names': { message: messageOf([...beyond.values()], limits), since } };
  }

  return {
    judge(host, owner) {
      const names = namesOf(host.id);
      const budget = budgetOf(owner);
      const at = clock.monotonic();
      let count = 0;
      const containers = host.containers.map((container) => {
        if (!names.has(container.name)) {
          if (budget.left < 1) {
            count++;
            return { ...container, notRecorded: true as const };
          }
          budget.left--;
        }
        names.set(container.name, at);
        return container;
      });
      note(host, count);
      return count === 0 ? host : { ...host, containers };
    },
    restore(host) {
      const names = namesOf(host.id);
      const at = clock.monotonic();
      for (const { name, notRecorded } of host.containers) if (!notRecorded) names.set(name, at);
    },
    forget(hostId) {
      known.delete(hostId);
      beyond.delete(hostId);
      if (beyond.size === 0) shown = {};
    },
    problems: () => shown,
  };
}

function messageOf(hosts: readonly { name: string; count: number }[], { perHour }: NewNamesLimits): string {
  const names = hosts.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = hosts.length > names.length ? ` and ${hosts.length - names.length} more` : '';
  const count = hosts.reduce((sum, host) => sum + host.count, 0);
  const verb = hosts.length === 1 ? 'reports' : 'report';
  const what = `${count} ${count === 1 ? 'container has' : 'containers have'}`;
  return `${names.join(', ')}${more} ${verb} more than ${perHour} new containers an hour for one token: ${what} no history and no alerts.`;
}
