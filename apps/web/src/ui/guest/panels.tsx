// What Belfry knows about a guest beside its figures, in panels: system, memory, file systems, networks.
import { fileSystemAlertId, namedFileSystems } from '@belfry/domain/alerts/file-systems';
import { type AlertLevels, withLevel } from '@belfry/domain/alerts/levels';
import type { Limits } from '@belfry/domain/alerts/thresholds';
import type { Figures, GuestFacts } from '@belfry/domain/guest-figures';
import type { Filesystem } from '@belfry/schema/entities/usage';
import { formatBytes, formatShare } from '../../lib/language/format.ts';
import { usageTone } from '../../lib/tone.ts';
import { Facts, Panel } from '../detail.tsx';
import { Meter } from '../meter.tsx';
import { messages } from './messages.ts';

export function GuestSystem({ guest }: { guest: GuestFacts }) {
  const os = [guest.osName, guest.osVersion].filter(Boolean).join(' ');
  const addresses = guest.ipAddresses ?? [];
  return (
    <Panel title={messages.detail.overview}>
      <Facts
        facts={[
          ...(os === '' ? [] : [[messages.detail.system, os] as const]),
          ...(addresses.length === 0
            ? []
            : [
                [
                  messages.detail.addresses,
                  <span className="font-mono" key="ip">
                    {addresses.join(', ')}
                  </span>,
                ] as const,
              ]),
        ]}
      />
    </Panel>
  );
}

export function GuestMemory({ guest: { type, memory }, figures }: { guest: GuestFacts; figures: Figures }) {
  const { 'memory.used': used, 'memory.swapUsed': swapUsed = 0 } = figures;
  const { swapTotal = 0 } = memory;
  return (
    <Panel title={messages.detail.memory}>
      <Facts
        facts={[
          [messages.detail.used, formatShare(used, memory.total)],
          ...(memory.balloon === undefined ? [] : [[messages.detail.balloon, formatBytes(memory.balloon)] as const]),
          ...(memory.hostUsed === undefined ? [] : [[messages.detail.onHost, formatBytes(memory.hostUsed)] as const]),
          ...(swapTotal > 0 ? [[messages.detail.swap, formatShare(swapUsed, swapTotal)] as const] : []),
          ...(type === 'qemu' && memory.quality
            ? [[messages.detail.measured, messages.measured[memory.quality]] as const]
            : []),
        ]}
      />
    </Panel>
  );
}

interface GuestFilesystemsProps {
  guest: GuestFacts;
  limits: Limits;
  levels: AlertLevels | undefined;
}

export function GuestFilesystems({ guest, limits, levels }: GuestFilesystemsProps) {
  const named = namedFileSystems(guest.disks ?? []);
  /** Each has an alert of its own, beside that of the guest. */
  const limitOf = (disk: Filesystem) => {
    const key = named.find(({ fileSystem }) => fileSystem === disk)?.key ?? '';
    return limits.disk && withLevel(limits.disk, levels?.get(fileSystemAlertId(guest, key)));
  };
  return (
    <Panel title={messages.detail.filesystems}>
      <ul className="flex flex-col gap-1.5">
        {(guest.disks ?? []).map((disk) => (
          <li
            key={`${disk.mountpoint} ${disk.device}`}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)] gap-3"
          >
            <span className="min-w-0 font-mono">
              <span className="block truncate">{disk.mountpoint || disk.device}</span>
              <span className="block truncate text-xs text-mute">
                {disk.mountpoint && disk.device} {disk.type}
              </span>
            </span>
            <Meter
              percent={disk.usage}
              tone={usageTone('disk', disk.usage, limitOf(disk))}
              limit={limitOf(disk)}
              caption={formatShare(disk.used, disk.total)}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function GuestNetworks({ guest }: { guest: GuestFacts }) {
  return (
    <Panel title={messages.detail.networks}>
      <ul className="flex flex-col gap-2">
        {(guest.networkInterfaces ?? []).map((nic) => (
          <li key={`${nic.name} ${nic.mac}`}>
            <p className="flex flex-wrap gap-x-2">
              <b className="font-semibold">{nic.name}</b>
              <span className="font-mono text-mute">{nic.mac}</span>
              {nic.rxBytes !== undefined && nic.txBytes !== undefined && (
                <span className="text-soft tabular-nums">
                  {messages.detail.traffic(formatBytes(nic.rxBytes), formatBytes(nic.txBytes))}
                </span>
              )}
            </p>
            {nic.addresses.length > 0 && <p className="font-mono break-all text-soft">{nic.addresses.join(', ')}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
