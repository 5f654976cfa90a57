// Checks of what Belfry watches: what each host answered just now.
import { plainTypes } from '@belfry/schema/config/kinds';
import type { DiagnosticsReply, HostDiagnosis } from '@belfry/schema/http/diagnostics';
import { say } from '../language/said.ts';
import { messages } from '../messages/doctor.ts';
import { type Finding, note, problem } from './finding.ts';

/** The clock of a host, seconds. */
const CLOCK_S = 60;

export function checkHosts(diagnostics: DiagnosticsReply): Finding[] {
  const hosts: HostDiagnosis[] = [...diagnostics.nodes, ...plainTypes.flatMap((type) => diagnostics[type])];
  const none = hosts.length === 0 && diagnostics.dockerHosts.length === 0;
  if (none) return [note(messages.hosts.none, messages.hosts.noneCure)];
  return [
    ...hosts.flatMap(checkHost),
    ...diagnostics.nodes.flatMap(checkVmDisks),
    ...diagnostics.dockerHosts.flatMap(checkDockerHost),
  ];
}

function checkHost(host: HostDiagnosis): Finding[] {
  const { name, connected, error = messages.noReason, errorKind = 'unreachable', sentence, gaps, droppedItems } = host;
  const text = messages.hosts;
  if (!connected) return [problem(text.silent(name, host.host, say(sentence, error)), text.cures[errorKind])];
  const missing = gaps.map(({ part = text.aPart, kind, message, needs, sentence }) => {
    if (needs !== undefined) return problem(text.gapNeeds(name, part, needs), text.gapNeedsCure(needs));
    const reason = message ? text.gapBecause(name, part, say(sentence, message)) : text.gap(name, part);
    return problem(reason, text.cures[kind]);
  });
  return [...missing, ...(droppedItems > 0 ? [note(text.dropped(name, droppedItems), messages.report)] : [])];
}

function checkVmDisks({ name, vmDiskCheck: { vmsFound, vmsWithAgent } }: DiagnosticsReply['nodes'][number]): Finding[] {
  const without = vmsFound - vmsWithAgent;
  const { noAgent, noAgentCure } = messages.hosts;
  return without > 0 ? [note(noAgent(name, without, vmsFound), noAgentCure)] : [];
}

function checkDockerHost(host: DiagnosticsReply['dockerHosts'][number]): Finding[] {
  const { name, status, agentOutdated, clockAheadSeconds = 0 } = host;
  const text = messages.hosts;
  const seconds = Math.abs(clockAheadSeconds);
  const clock = clockAheadSeconds > 0 ? text.ahead(name, seconds) : text.behind(name, seconds);
  return [
    ...(status === 'online' ? [] : [problem(text.docker(name, status), text.dockerCure)]),
    ...(agentOutdated ? [note(text.oldAgent(name), text.oldAgentCure)] : []),
    ...(seconds > CLOCK_S ? [note(clock, text.clockCure)] : []),
  ];
}
