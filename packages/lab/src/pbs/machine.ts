// The services and disks of the machine that a backup server runs on.
import { ok, type Reply, refuse } from '../answer.ts';
import type { Params } from '../router.ts';
import { bytesOf } from '../world/disk-model.ts';
import { type Call, mayAudit } from './call.ts';

const listed = [
  ['proxmox-backup', 'Proxmox Backup API Server', 'running', 'enabled'],
  ['proxmox-backup-proxy', 'Proxmox Backup API Proxy Server', 'running', 'enabled'],
  ['chrony', 'chrony, an NTP client/server', 'running', 'enabled'],
  ['cron', 'Regular background program processing daemon', 'running', 'enabled'],
  ['postfix', 'Postfix Mail Transport Agent', 'dead', 'disabled'],
  ['proxmox-backup-banner', 'Set Console Banner', 'dead', 'static'],
  ['ssh', 'OpenBSD Secure Shell server', 'running', 'enabled'],
  ['zfs-zed', 'ZFS Event Daemon (zed)', 'running', 'enabled'],
] as const;

/** The states of services on a machine that is not calm. */
const failed: Readonly<Record<string, string>> = { 'zfs-zed': 'failed' };

export function services({ world, role, shuffled }: Call): Reply {
  if (!mayAudit(role)) return refuse(403, 'permission check failed');
  return ok(
    shuffled(
      listed.map(([service, desc, state, startup]) => ({
        service,
        name: `${service}.service`,
        desc,
        state: (world.isCalm ? undefined : failed[service]) ?? state,
        ...(world.release >= 3.2 && { 'unit-state': startup }),
      })),
    ),
  );
}

/** `life`: percent of life left, absent for rotating disks. */
const bays = [
  { name: 'nvme0n1', model: 'SAMSUNG MZQL2960HCJR-00A07', type: 'ssd', gb: 960, used: 'zfs', life: 97 },
  { name: 'nvme1n1', model: 'SAMSUNG MZQL2960HCJR-00A07', type: 'ssd', gb: 960, used: 'zfs', life: 14 },
  { name: 'sda', model: 'ST12000NM001G-2MV103', type: 'hdd', gb: 12_000, used: 'zfs' },
  { name: 'sdb', model: 'ST12000NM001G-2MV103', type: 'hdd', gb: 12_000, used: 'zfs', failed: true },
  { name: 'sdc', model: 'ST12000NM001G-2MV103', type: 'hdd', gb: 12_000, used: 'zfs' },
  { name: 'sdd', model: 'Elements SE 2623', type: 'usb', gb: 8000, used: 'filesystem' },
] as const;

/** Without SMART data no disk has a health, as with a controller that hides it. */
export function disks({ world, role, shuffled }: Call, { skipsmart }: Params): Reply {
  if (!mayAudit(role)) return refuse(403, 'permission check failed');
  const hasSmart = skipsmart !== '1' && skipsmart !== 'true';
  return ok(
    shuffled(
      bays.map((bay, nth) => {
        const { name, model, type, gb, used } = bay;
        const isBroken = 'failed' in bay && !world.isCalm;
        const isKnown = hasSmart && type !== 'usb';
        return {
          name,
          devpath: `/dev/${name}`,
          'disk-type': type,
          gpt: true,
          model,
          serial: `LAB${world.seed}${nth}`,
          size: bytesOf(gb),
          used,
          status: isKnown ? (isBroken ? 'failed' : 'passed') : 'unknown',
          ...(type === 'hdd' && { rpm: 7200, vendor: 'ATA     ' }),
          ...(isKnown && 'life' in bay && { wearout: world.isCalm ? 97 : bay.life }),
        };
      }),
    ),
  );
}
