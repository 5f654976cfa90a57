// Asks the guest agents: a few calls at a time, spread over all VMs. An agent that does not answer is asked less often.

import { fail, ok, type Result } from '@belfry/domain/result';
import { guestAlive } from '@belfry/domain/status';
import type { DiskStatusReason } from '@belfry/schema/entities/guest';
import type { SourceError } from '@belfry/schema/messages/observation';
import { momentOf } from '../../lib/clock.ts';
import { flag, part, text } from '../proxmox-api/read.ts';
import { type Reader, TIMEOUT_MS } from '../proxmox-api/session.ts';
import type { Poll } from '../source.ts';
import { agentInterfaces, operatingSystem } from './agent-info.ts';
import {
  type AgentAnswer,
  type AgentQuestion,
  type AgentRecord,
  answered,
  declined,
  failed,
  newRecord,
  nextQuestion,
  seenRunning,
} from './agent-record.ts';
import { filesystems } from './filesystems.ts';
import { compose, type PveInstance } from './instance.ts';
import type { GuestRow } from './payloads.ts';
import { agentPrivilege, mayAskAgents } from './rights.ts';

/** The maximum number of calls in one run. So 1,000 VMs are not all asked at once. */
const PER_RUN = 40;
/** The owner of the guest controls the answer of its agent, so its size is limited. */
const MAX_BYTES = 2 * 1024 * 1024;

const paths: Record<AgentQuestion, string> = {
  flag: 'status/current',
  filesystems: 'agent/get-fsinfo',
  interfaces: 'agent/network-get-interfaces',
  system: 'agent/get-osinfo',
};

export function createAgentsPoll(instance: PveInstance, random: () => number): Poll {
  async function ask(
    reader: Reader,
    row: GuestRow,
    question: AgentQuestion,
  ): Promise<Result<AgentAnswer, SourceError>> {
    // If the account may ask no agent at all, the calls would only fill the log of the host.
    if (question !== 'flag' && !mayAskAgents(instance.facts.rights)) return fail(refused(instance));
    const path = `/nodes/${encodeURIComponent(row.node)}/qemu/${row.vmid}/${paths[question]}`;
    const kind = question === 'flag' ? 'guest status' : 'guest agents';
    const limits = { blameless: true, timeoutMs: TIMEOUT_MS.agent, maxBodyBytes: MAX_BYTES };
    const answer = await instance.denials.ask(kind, path, (calledOff) => reader.get(path, { ...limits, calledOff }));
    if (!answer.ok) return answer;
    const said = question === 'flag' ? undefined : errorInside(answer.value);
    if (said !== undefined) return fail({ kind: 'bad-status', status: 500, message: said });
    switch (question) {
      case 'flag':
        return ok({ question, enabled: flag(part(answer.value).agent) });
      case 'filesystems':
        return ok({ question, ...filesystems(answer.value) });
      case 'interfaces':
        return ok({ question, interfaces: agentInterfaces(answer.value) });
      case 'system':
        return ok({ question, system: operatingSystem(answer.value) });
    }
  }

  let era = 0;
  /** The record of a VM. After a change of the privileges, a refused VM gets a new record and is asked again. */
  function recall(vmid: number, now: number): AgentRecord {
    const known = instance.facts.agents.get(vmid);
    const isOutdated = known?.reason === 'permission-denied' && era !== instance.denials.era();
    return known && !isOutdated ? known : newRecord(now);
  }

  return {
    name: 'guest-agents',
    everyMs: 10_000,
    timeoutMs: 60_000,
    essential: false,
    async run(signal) {
      const reader = instance.session.read(signal, 'guest-agents');
      const alive = instance.config.monitorVMs ? instance.facts.guests.filter(isAliveVm) : [];
      const now = instance.clock.monotonic();
      const records = new Map<number, AgentRecord>();
      for (const row of alive) {
        const before = recall(row.vmid, now);
        records.set(row.vmid, seenRunning(before, row.uptime ?? 0, now));
      }
      era = instance.denials.era();
      // The agent of a paused guest cannot answer. Its last answers are kept.
      const jobs = alive
        .filter(({ status }) => status === 'running')
        .flatMap((row) => {
          const record = records.get(row.vmid) as AgentRecord;
          const question = nextQuestion(record, now);
          return question ? [{ row, question, due: record.due[question] }] : [];
        })
        .sort((a, b) => a.due - b.due)
        .slice(0, PER_RUN);
      const take = async ({ row, question }: (typeof jobs)[number]): Promise<void> => {
        const answer = await ask(reader, row, question);
        // If a call exceeds the deadline of the poll, this is not a failure of the agent.
        if (signal.aborted) return;
        const record = records.get(row.vmid) as AgentRecord;
        const now = momentOf(instance.clock);
        const next = answer.ok
          ? answered(record, answer.value, now, random())
          : afterFailure(record, question, answer.error, now.monotonic, random());
        records.set(row.vmid, next);
      };
      await Promise.all(jobs.map(take));
      instance.facts = { ...instance.facts, agents: records };
      const isRefused = records.values().some((record) => record.reason === 'permission-denied');
      return ok({
        slices: jobs.length > 0 ? { vms: compose.vms(instance) } : {},
        gaps: isRefused ? [{ part: 'guest agents', ...refused(instance), needs: needsOf(instance) }] : [],
      });
    },
  };
}

const needsOf = ({ facts }: PveInstance): string => `${agentPrivilege(facts.version)} on /vms`;

const refused = (instance: PveInstance): SourceError => ({
  kind: 'forbidden',
  message: `The account may not ask the agents inside virtual machines. It needs ${needsOf(instance)}.`,
});

/**
 * If the node is offline, it is not the agent that failed. A failure to read interfaces or the system affects only
 * that question.
 */
function afterFailure(
  record: AgentRecord,
  question: AgentQuestion,
  error: SourceError,
  now: number,
  spread: number,
): AgentRecord {
  const reason = reasonOf(error, question);
  if (reason === undefined) return record;
  const isSideIssue = reason === 'agent-error' && (question === 'interfaces' || question === 'system');
  return isSideIssue ? declined(record, question, now, spread) : failed(record, reason, now, spread);
}

/** The host passes on an error of the agent with status 200: `result` has the `error` then (QMP of the agent: class and desc). */
export function errorInside(data: unknown): string | undefined {
  const { error } = part(part(data).result);
  if (error === undefined || error === null) return undefined;
  return text(part(error).desc, 500) ?? text(part(error).class) ?? 'The agent reports an error.';
}

const isAliveVm = (row: GuestRow): boolean => row.type === 'qemu' && guestAlive(row.status);

/**
 * The reason why the agent did not answer. The host reports every agent problem as 500, so only the text shows the
 * difference. Undefined when the agent is not the reason.
 */
export function reasonOf(error: SourceError, question: AgentQuestion): DiskStatusReason | undefined {
  if (error.kind === 'forbidden') return 'permission-denied';
  if (question === 'flag') return undefined;
  if (error.kind === 'timeout') return 'agent-timeout';
  if (error.kind === 'bad-payload') return 'agent-error';
  if (error.kind !== 'bad-status' || (error.status ?? 0) >= 595) return undefined;
  if (/agent is not running/i.test(error.message)) return 'agent-not-running';
  if (/no qemu guest agent configured/i.test(error.message)) return 'agent-disabled';
  return /timeout|timed out/i.test(error.message) ? 'agent-timeout' : 'agent-error';
}
