// What is exposed of backup servers, mail gateways and Docker hosts, of the instances, and of Belfry itself.
import { containerRunning } from '@belfry/domain/docker';
import { datastoreId, dockerContainerNameId, gatewayNodeId } from '@belfry/domain/ids';
import { openProblems, problemsOf } from '@belfry/domain/problems/problems';
import { dockerHostStatus, gatewayStatus, pbsStatus } from '@belfry/domain/status';
import type { Alert } from '@belfry/schema/entities/alert';
import type { State } from '@belfry/schema/state';
import { callsOf, type Usage } from '../sampling/own-cost.ts';
import type { Collect } from './collect.ts';
import { epochSeconds, labelsOf, readingOf } from './subject.ts';
import * as subjects from './subjects.ts';

/** What is not known of a host that is silent. */
const nothing = { uptime: undefined, memory_size: undefined, cores: undefined };

export function collectOthers(state: State, { add, put, isAnswering }: Collect): void {
  for (const server of state.pbs) {
    const { id, name, version, uptime, datastores } = server;
    if (!isAnswering(id) || pbsStatus(server).figures !== 'now') continue;
    add(subjects.pbs, 'pbs', id, labelsOf({ name, version }), { uptime });
    for (const { name: datastore, status } of datastores) {
      const about = labelsOf({ instance_id: id, name: datastore });
      add(subjects.datastore, 'datastore', datastoreId(id, datastore), about, {
        up: status === 'unknown' ? undefined : status === 'available' ? 1 : 0,
      });
    }
  }
  for (const gateway of state.pmg) {
    const { id, name, version } = gateway;
    if (!isAnswering(id) || gatewayStatus(gateway).figures !== 'now') continue;
    add(subjects.pmg, 'pmg', id, labelsOf({ name, version }), {});
    for (const { name: machine, role, error, uptime } of gateway.nodes)
      add(subjects.pmgNode, 'pmgnode', gatewayNodeId(id, machine), labelsOf({ pmg_id: id, name: machine, role }), {
        up: error === undefined ? 1 : 0,
        uptime,
      });
  }
  for (const host of state.dockerHosts) {
    const { id, displayName, os, dockerVersion, uptimeSeconds, totalMemoryBytes, cpus, containers } = host;
    const about = labelsOf({ name: displayName, os, version: dockerVersion });
    if (dockerHostStatus(host).figures !== 'now') {
      // A rule cannot see a value that is not there.
      put(subjects.docker, readingOf(subjects.docker, { labels: [['id', id]], about }, { ...nothing, up: 0 }));
      continue;
    }
    const own = { up: 1, uptime: uptimeSeconds, memory_size: totalMemoryBytes || undefined, cores: cpus || undefined };
    add(subjects.docker, 'docker', id, about, own);
    for (const container of containers) {
      // a series for each invented name would fill the engine that collects them
      if (container.notRecorded) continue;
      const isUp = containerRunning(container, host);
      const { name, image, composeProject, composeService, restartCount } = container;
      const described = labelsOf({ docker_host_id: id, name, image, project: composeProject, service: composeService });
      add(subjects.container, 'container', dockerContainerNameId(id, name), described, {
        up: isUp ? 1 : 0,
        uptime: isUp ? container.uptimeSeconds : undefined,
        restarts: restartCount,
      });
    }
  }
}

/** Instances, active alerts, and what Belfry itself costs. */
export function collectServer(state: State, usage: Usage, { put }: Collect): void {
  const calls = callsOf(usage.calls);
  for (const { id, kind, name, version } of state.instances) {
    const about = labelsOf({ kind, name, version });
    const { made, failed } = calls.get(id) ?? { made: undefined, failed: undefined };
    const isUp = state.connectionHealth[id];
    const own = { up: isUp === undefined ? undefined : Number(isUp), calls: made, failed_calls: failed };
    put(subjects.instance, readingOf(subjects.instance, { labels: [['id', id]], about }, own));
  }
  for (const { id, name, status, version, lastSeen } of state.sites) {
    // nobody expects one without a collector to report
    if (status !== 'connected' && status !== 'silent') continue;
    const own = { up: Number(status === 'connected'), last_seen_time: epochSeconds(lastSeen) };
    const about = labelsOf({ name, version });
    put(subjects.site, readingOf(subjects.site, { labels: [['id', id]], about }, own));
  }
  const problems = openProblems(problemsOf(state));
  for (const level of ['warning', 'critical'] satisfies Alert['level'][]) {
    const active = state.activeAlerts.filter((alert) => alert.level === level).length;
    const open = problems.filter((problem) => problem.level === level).length;
    put(subjects.alerts, readingOf(subjects.alerts, { labels: [['level', level]] }, { active, open }));
  }
  for (const alert of state.activeAlerts) {
    const { id, type, level, resourceId, resourceName, node, acknowledged, metadata, startTime } = alert;
    const about = labelsOf({
      ...{ type, level, resource_id: resourceId, resource_name: resourceName, node },
      ...{ instance_id: metadata?.instanceId, acknowledged: String(acknowledged) },
    });
    const own = { start_time: epochSeconds(startTime) };
    put(subjects.alert, readingOf(subjects.alert, { labels: [['id', id]], about }, own));
  }
  const own = {
    start_time: epochSeconds(state.stats.startTime),
    cpu: usage.cpuSeconds,
    memory_used: usage.residentBytes,
    written: usage.writtenBytes,
    sent: usage.sentBytes,
    browsers: usage.browsers,
    problems: Object.keys(state.serverProblems).length,
  };
  const about = labelsOf({ version: state.stats.version });
  put(subjects.server, readingOf(subjects.server, { labels: [], about }, own));
}
