// Texts for an administrator: why the disk usage of a guest is unknown.
import type { DiskStatusReason, Guest } from '@belfry/schema/entities/guest';

const TEXTS: Record<DiskStatusReason, string> = {
  'agent-not-running': 'Guest agent not running. Install and start qemu-guest-agent in the VM.',
  'agent-timeout': 'Guest agent timeout. Agent may need to be restarted.',
  'permission-denied':
    'Permission denied. Check that your user/token has VM.Monitor permission (version 8) or VM.GuestAgent.Audit permission (version 9).',
  'agent-disabled': 'Guest agent is disabled in VM configuration. Enable it in VM Options.',
  'no-filesystems': 'No filesystems found. VM may be booting or using a Live ISO.',
  'special-filesystems-only': 'Only special filesystems detected (ISO/squashfs). This is normal for Live systems.',
  'agent-error': 'Error communicating with guest agent.',
  'no-data': 'No disk data available from the hypervisor API.',
};

const SHORT: Record<DiskStatusReason, string> = {
  'agent-not-running': 'no agent',
  'agent-timeout': 'agent timeout',
  'permission-denied': 'no permission',
  'agent-disabled': 'agent off',
  'no-filesystems': 'no filesystems',
  'special-filesystems-only': 'live system',
  'agent-error': 'agent error',
  'no-data': 'no data',
};

/** `text` is the whole sentence, `short` fits a cell. */
export function diskReason(guest: Pick<Guest, 'type' | 'diskStatusReason'>): { short: string; text: string } {
  if (guest.type === 'lxc') return { short: 'unknown', text: 'Disk stats unavailable' };
  const reason = guest.diskStatusReason;
  return reason !== undefined && Object.hasOwn(TEXTS, reason)
    ? { short: SHORT[reason], text: TEXTS[reason] }
    : { short: 'unknown', text: 'Disk stats unavailable. Guest agent may not be installed.' };
}
