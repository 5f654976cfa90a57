// The line below a storage whose ZFS pool has a problem.
import type { ZfsPool } from '@belfry/schema/entities/storage';
import { Dot } from '../../../ui/dot.tsx';
import { messages } from '../messages.ts';
import { troubledDevices } from './rows.ts';

const lookOf = (state: string) => {
  const name = state.toUpperCase();
  if (name === 'ONLINE') return { dot: 'ok', text: 'text-ok' } as const;
  if (name === 'DEGRADED') return { dot: 'warn', text: 'text-warn font-semibold' } as const;
  return { dot: 'crit', text: 'text-crit font-bold' } as const;
};

export function ZfsDetail({ zfs }: { zfs: ZfsPool }) {
  const devices = troubledDevices(zfs);
  return (
    <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-sm">
      <span className="inline-flex items-center gap-2">
        <Dot state={lookOf(zfs.state).dot} label="" />
        {messages.zfs(zfs.name)}
        <span className={lookOf(zfs.state).text}>{zfs.state}</span>
      </span>
      <span className="text-soft tabular-nums">
        {messages.errors(zfs.readErrors, zfs.writeErrors, zfs.checksumErrors)}
      </span>
      {zfs.dataErrors !== undefined && <span className="min-w-0 text-crit">{zfs.dataErrors}</span>}
      {devices.length > 0 && (
        <span className="min-w-0 text-soft">
          {messages.devices}{' '}
          {devices.map((device, place) => (
            <span key={device.name}>
              {place > 0 && ', '}
              <span className="font-mono break-all text-text">{device.name}</span>{' '}
              <span className={lookOf(device.state).text}>{device.state}</span>{' '}
              <span className="tabular-nums">
                ({device.readErrors}/{device.writeErrors}/{device.checksumErrors})
              </span>
            </span>
          ))}
        </span>
      )}
    </div>
  );
}
