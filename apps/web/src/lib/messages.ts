// The texts of thresholds and of disk usage that is not known.
import type { DiskStatusReason } from '@belfry/schema/entities/guest';
import { inLanguage } from './language/in-language.ts';

export const messages = inLanguage('lib', {
  limit: (percent: number, origin: string) => `Alert at ${percent}% (${origin})`,
  origins: {
    default: () => 'default',
    override: () => 'override',
    tag: (tag: string) => `from the tag ${tag}`,
    node: (node: string) => `from the node ${node}`,
    server: () => 'from its backup server',
  },

  /** Why the disk usage of a guest is unknown: `short` fits a cell, `text` says what to do. */
  diskReasons: {
    'agent-not-running': {
      short: 'no agent',
      text: 'Guest agent not running. Install and start qemu-guest-agent in the VM.',
    },
    'agent-timeout': { short: 'agent timeout', text: 'Guest agent timeout. Agent may need to be restarted.' },
    'permission-denied': {
      short: 'no permission',
      text: 'Permission denied. Check that your user/token has VM.Monitor permission (version 8) or VM.GuestAgent.Audit permission (version 9).',
    },
    'agent-disabled': {
      short: 'agent off',
      text: 'Guest agent is disabled in VM configuration. Enable it in VM Options.',
    },
    'no-filesystems': { short: 'no filesystems', text: 'No filesystems found. VM may be booting or using a Live ISO.' },
    'special-filesystems-only': {
      short: 'live system',
      text: 'Only special filesystems detected (ISO/squashfs). This is normal for Live systems.',
    },
    'agent-error': { short: 'agent error', text: 'Error communicating with guest agent.' },
    'no-data': { short: 'no data', text: 'No disk data available from the hypervisor API.' },
  } satisfies Record<DiskStatusReason, { short: string; text: string }>,
  noDiskStats: { short: 'unknown', text: 'Disk stats unavailable' },
  noDiskReason: { short: 'unknown', text: 'Disk stats unavailable. Guest agent may not be installed.' },
  inSite: (name: string) => `in the site ${name}`,
});
