// The agent of a guest, and high availability.
import type { Guest } from '@belfry/schema/entities/guest';
import type { Notice } from '../../engine/notice.ts';
import type { Confirm, Reading, Shared, Verdict } from '../../engine/reading.ts';
import { agentSilent, haError } from '../../readings/pve-messages.ts';
import { bad, unknown, well } from '../../readings/verdicts.ts';
import { isOff } from './metrics.ts';

const AT_ONCE: Confirm = { polls: 1 };
/** A guest that boots does not answer for a while, and Belfry asks a silent agent less and less often. */
const LONG_SILENCE: Confirm = { holdMs: 600_000 };

/**
 * An agent that answered before and is silent now. The last answers are kept for a while; when they are gone, nothing is known, so
 * an alert stays. An agent that never answered is no alert.
 */
const isAgentLost = ({ diskStatusReason: reason, disks, osName, networkInterfaces }: Guest): boolean =>
  (reason === 'agent-not-running' || reason === 'agent-timeout') &&
  (disks ?? osName ?? networkInterfaces) !== undefined;

/** False when neither reading can be bad. */
export const isUnavailable = (guest: Guest): boolean =>
  guest.haState === 'error' || (guest.diskStatusReason !== undefined && isAgentLost(guest));

function agentVerdict(guest: Guest): Verdict {
  const { type, diskStatusReason: reason, disks } = guest;
  if (type === 'lxc' || isOff(guest) || reason === 'agent-disabled') return well;
  if (guest.status !== 'unknown' && isAgentLost(guest)) return bad('warning');
  return reason === undefined && disks !== undefined ? well : unknown;
}

export const availabilityReadings = (guest: Guest, shared: Shared): Reading[] => [
  {
    ...shared,
    id: `guest-agent-${guest.id}`,
    type: 'guest-agent',
    verdict: agentVerdict(guest),
    confirm: LONG_SILENCE,
    message: () => agentSilent(guest),
  },
  {
    resource: shared.resource,
    id: `ha-error-${guest.id}`,
    type: 'ha-error',
    verdict: guest.haState === 'error' ? bad('critical') : well,
    confirm: AT_ONCE,
    message: () => haError(guest),
  },
];

export const availabilityNotices: readonly Notice[] = [
  {
    ...{ type: 'guest-agent', of: 'guest', from: 'Proxmox VE 7 and newer, virtual machines' },
    fact: 'A guest agent that answered before is silent',
    ...{ needs: 'VM.Monitor (before 9) or VM.GuestAgent.Audit', poll: '(every 2 min, less often while it is silent)' },
    ...{ after: LONG_SILENCE, shown: 'Overview' },
  },
  {
    ...{ type: 'ha-error', of: 'guest', from: 'Proxmox VE 7 and newer, clusters', needs: 'VM.Audit' },
    fact: 'High availability gave up on a guest',
    ...{ poll: 'pve resources', after: AT_ONCE, shown: 'Overview' },
  },
];
