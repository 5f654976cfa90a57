import { expect, test } from 'vitest';
import { diskReason } from './disk-reason.ts';

test.each([
  ['agent-not-running', 'Guest agent not running. Install and start qemu-guest-agent in the VM.'],
  ['agent-timeout', 'Guest agent timeout. Agent may need to be restarted.'],
  [
    'permission-denied',
    'Permission denied. Check that your user/token has VM.Monitor permission (version 8) or VM.GuestAgent.Audit permission (version 9).',
  ],
  ['agent-disabled', 'Guest agent is disabled in VM configuration. Enable it in VM Options.'],
  ['no-filesystems', 'No filesystems found. VM may be booting or using a Live ISO.'],
  ['special-filesystems-only', 'Only special filesystems detected (ISO/squashfs). This is normal for Live systems.'],
  ['agent-error', 'Error communicating with guest agent.'],
  ['no-data', 'No disk data available from the hypervisor API.'],
] as const)('%s says what to do', (diskStatusReason, text) => {
  expect(diskReason({ type: 'qemu', diskStatusReason }).text).toBe(text);
});

test('without a reason the usage is unknown, and the text for a container does not mention an agent', () => {
  expect(diskReason({ type: 'qemu' }).text).toBe('Disk stats unavailable. Guest agent may not be installed.');
  expect(diskReason({ type: 'qemu', diskStatusReason: 'constructor' as never }).short).toBe('unknown');
  expect(diskReason({ type: 'lxc', diskStatusReason: 'agent-error' }).text).toBe('Disk stats unavailable');
});
