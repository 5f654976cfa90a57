// A Docker host whose agent is silent, and one with a wrong clock.
import { dockerHostSubject } from '@belfry/domain/alerts/subjects';
import { instanceId } from '@belfry/domain/ids';
import type { DockerHost } from '@belfry/schema/entities/docker';
import { dockerHostOfflineId, siteSilentId } from '../../engine/alert-ids.ts';
import type { Notice, SharedNotice } from '../../engine/notice.ts';
import type { Reading, Resource, Verdict } from '../../engine/reading.ts';
import type { Context, RuleSet } from '../../engine/rule-set.ts';
import { clockVerdict, WRONG_CLOCK_MS } from '../../readings/clocks.ts';
import { dockerMessages } from '../../readings/docker-messages.ts';
import { bad, off, unknown, well } from '../../readings/verdicts.ts';

/** As long as three checks, ten seconds apart, after the agent counts as silent. */
const CONFIRM_MS = 30_000;
/** After a start of Belfry, an agent may wait this long before it tries again. */
const AGENT_PAUSE_S = 120;
const LONGEST_SILENCE_S = 600;

const dockerHostResource = (host: Pick<DockerHost, 'id' | 'displayName' | 'hostname'>): Resource => ({
  kind: 'dockerHost',
  id: host.id,
  name: host.displayName,
  node: host.hostname,
  instance: `Docker:${host.displayName}`,
  instanceId: instanceId('docker', host.id),
});

export const createDockerHostRules = (): RuleSet<'dockerHosts'> => ({
  list: 'dockerHosts',
  notices: hostNotices,
  readsStale: true,
  read(host, context) {
    const resource = dockerHostResource(host);
    const policy = context.policyOf(dockerHostSubject(host));
    const isSilenceMeant = policy.disabled || policy.connectivityDisabled;
    return [
      {
        id: dockerHostOfflineId(host.id),
        type: 'docker-host-offline',
        resource,
        verdict: isSilenceMeant ? off : host.staleSince === undefined ? well : bad('critical'),
        confirm: { silentMs: patienceMs(host, context) },
        ...(host.site !== undefined && { causes: [siteSilentId(host.site)] }),
        message: () => dockerMessages.hostOffline(host),
      },
      clockReading(host, resource, policy.disabled),
    ];
  },
});

function patienceMs({ intervalSeconds }: DockerHost, { state }: Context): number {
  const afterStart = Math.min(Math.max(AGENT_PAUSE_S, 4 * intervalSeconds), LONGEST_SILENCE_S);
  // A saved report is observed with its own time, which is before the start.
  const uptime = Math.max(0, state.stats.uptime);
  return Math.max(CONFIRM_MS, (afterStart - uptime) * 1000);
}

function clockReading(host: DockerHost, resource: Resource, isOff: boolean): Reading {
  const ahead = host.clockAheadSeconds ?? 0;
  const verdict: Verdict = host.staleSince === undefined ? clockVerdict(ahead) : unknown;
  return {
    id: `clock-offset-docker-${host.id}`,
    type: 'clock-offset',
    resource,
    verdict: isOff ? off : verdict,
    confirm: { holdMs: WRONG_CLOCK_MS },
    causes: [dockerHostOfflineId(host.id)],
    message: () => dockerMessages.clock(host, ahead),
  };
}

const ofHosts: SharedNotice = {
  ...{ of: 'dockerHost', from: 'Docker or Podman, with the agent', needs: 'the agent', poll: '(as its report comes)' },
  shown: 'Docker',
};

const hostNotices: readonly Notice[] = [
  {
    ...{ ...ofHosts, type: 'docker-host-offline', after: { silentMs: CONFIRM_MS } },
    fact: 'A Docker host has sent no report for four of its intervals',
  },
  { ...ofHosts, type: 'clock-offset', fact: 'The clock of a Docker host is wrong', after: { holdMs: WRONG_CLOCK_MS } },
];
