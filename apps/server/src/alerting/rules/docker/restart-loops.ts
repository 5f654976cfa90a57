// Containers that restart again and again.
import { containerSubject } from '@belfry/domain/alerts/subjects';
import type { DockerContainer, DockerHost } from '@belfry/schema/entities/docker';
import * as z from 'zod';
import type { Moment } from '../../../lib/clock.ts';
import { dockerHostOfflineId } from '../../engine/alert-ids.ts';
import type { Notice } from '../../engine/notice.ts';
import type { Confirm, Reading, Verdict } from '../../engine/reading.ts';
import type { Context, RuleSet } from '../../engine/rule-set.ts';
import { dockerMessages } from '../../readings/docker-messages.ts';
import { createHistory, type Entry, type History } from '../../readings/history.ts';
import { off, unknown } from '../../readings/verdicts.ts';
import { containerResource, judged } from './containers.ts';
import { isSaved, restartLoopId } from './reports.ts';

export function createRestartLoopRules(): RuleSet<'dockerHosts'> {
  const counts = createHistory({ key: 'restarts', value: z.number(), same: Object.is });
  return {
    list: 'dockerHosts',
    notices: restartNotices,
    memories: [counts.memory],
    read(host, context) {
      counts.keepResources(context.state.dockerHosts);
      counts.keepParts(host.id, host.containers);
      return judged(host).map((container) => loopReading(host, container, context, counts));
    },
  };
}

function loopReading(host: DockerHost, container: DockerContainer, context: Context, counts: History<number>): Reading {
  const { plain, origins, disabled } = context.policyOf(containerSubject(host, container));
  const { restartCount: most, restartWindow: windowSeconds } = plain;
  const resource = containerResource(host, container);
  const isOff = disabled || most === undefined || windowSeconds === undefined;
  const isUnknown = container.restartCount === null || isSaved(host, context.state) || host.staleSince !== undefined;
  const restarts =
    isOff || isUnknown || container.restartCount === null
      ? undefined
      : restartsIn(
          counts.see(
            host.id,
            container.id,
            container.restartCount,
            reportTime(host, context.now),
            windowSeconds * 1000,
          ),
        );
  const verdict = (): Verdict => {
    if (isOff) return off;
    if (restarts === undefined) return unknown;
    if (restarts <= most) return { is: 'well', value: restarts };
    const origin = origins.restartCount;
    return { is: 'bad', level: 'critical', value: restarts, threshold: most, ...(origin && { origin }) };
  };
  return {
    id: restartLoopId(resource.id),
    type: 'docker-container-restart-loop',
    resource,
    verdict: verdict(),
    confirm: AT_ONCE,
    causes: [dockerHostOfflineId(host.id)],
    message: () => dockerMessages.restarts(container, restarts ?? 0, windowSeconds ?? 0),
  };
}

/** The host may be read again later without a new report. */
const reportTime = ({ lastSeen }: DockerHost, { at, monotonic }: Moment): Moment => ({
  at: lastSeen,
  monotonic: monotonic - Math.max(0, at - lastSeen),
});

/**
 * An engine counts from 0 again when somebody starts the container. Undefined for the first count ever seen, because nothing is
 * known about the restarts before it.
 */
function restartsIn(entries: readonly Entry<number>[]): number | undefined {
  const [first] = entries;
  if (!first || (entries.length === 1 && first.from === first.until)) return undefined;
  return entries.reduce((sum, { value }, i) => sum + Math.max(0, value - (entries[i - 1]?.value ?? value)), 0);
}

const AT_ONCE: Confirm = { polls: 1 };

const restartNotices: readonly Notice[] = [
  {
    ...{ type: 'docker-container-restart-loop', of: 'dockerContainer', from: 'Docker or Podman, with the agent' },
    fact: 'A container starts again and again',
    ...{ needs: 'the agent', poll: '(as its report comes)', after: AT_ONCE, shown: 'Docker' },
  },
];
