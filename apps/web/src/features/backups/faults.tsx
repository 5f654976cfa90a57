// The problems of backups, jobs, replication and high availability: one line that opens to a list with the reasons.

import { type ProtectionFault, protectionFaults } from '@belfry/domain/protection-faults';
import { useMemo } from 'react';
import { formatAgo } from '../../lib/language/format.ts';
import { useInstanceNames, useList } from '../../live/use-live.ts';
import { Dot } from '../../ui/dot.tsx';
import { messages } from './messages.ts';

const KINDS: readonly ProtectionFault['kind'][] = ['backup', 'server-job', 'replication', 'availability', 'late'];

export function Faults({ now }: { now: number }) {
  const [backupTasks, pbs, guestProtection] = [useList('backupTasks'), useList('pbs'), useList('guestProtection')];
  const nameOf = useInstanceNames();
  const [vms, containers] = [useList('vms'), useList('containers')];
  const faults = useMemo(
    () => protectionFaults({ backupTasks, pbs, guests: [...vms, ...containers], guestProtection, now }),
    [backupTasks, pbs, vms, containers, guestProtection, now],
  );
  if (faults.length === 0) return null;
  const tone = faults.every(({ kind }) => kind === 'late') ? 'warn' : 'crit';
  const counts = KINDS.map((kind) => [kind, faults.filter((fault) => fault.kind === kind).length] as const);
  return (
    <details className="card mt-2 px-3.5 py-2 text-sm">
      <summary className="cursor-pointer">
        <Dot state={tone} label="" />
        <span className={`ml-2 font-semibold text-${tone}`}>
          {counts
            .filter(([, count]) => count > 0)
            .map(([kind, count]) => messages.faults[kind](count))
            .join(' · ')}
        </span>
      </summary>
      <ul className="mt-2 flex flex-col gap-1">
        {faults.map(({ id, instance, kind, subject, why, at }) => (
          <li key={`${kind} ${id}`} className="flex flex-wrap gap-x-2">
            <b className="font-semibold">{subject}</b>
            <span className="text-mute">{nameOf(instance)}</span>
            <span className="break-words text-soft">{why || messages.noReason[kind]}</span>
            {at !== undefined && <span className="text-mute">{formatAgo(Date.parse(at), now)}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
