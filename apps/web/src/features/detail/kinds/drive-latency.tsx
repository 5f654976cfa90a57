// How long the operations of the drives of a virtual machine take, or why that is not known.
import { DISK_WAIT_PERCENT, waitsForDisks } from '@belfry/domain/disk-wait';
import type { GuestFacts } from '@belfry/domain/guest-figures';
import type { DriveLatency as Drive } from '@belfry/schema/entities/guest';
import { formatAgo, formatDecimal } from '../../../lib/language/format.ts';
import { useNow } from '../../../lib/now.ts';
import { type Fact, Facts, Panel } from '../../../ui/detail.tsx';
import { messages } from '../messages.ts';

type MeasuredGuest = Pick<GuestFacts, 'pressure' | 'driveLatency'>;

export function DriveLatency({ guest }: { guest: MeasuredGuest }) {
  const now = useNow();
  const why = whyNoLatency(guest);
  const { at, drives } = guest.driveLatency ?? { at: '', drives: [] };
  return (
    <Panel title={messages.latency}>
      {why === undefined ? (
        <>
          <Facts facts={drives.map((drive): Fact => [drive.name, <AboutDrive key={drive.name} drive={drive} />])} />
          <p className="text-xs text-mute tabular-nums">
            {messages.measured(messages.sources.hypervisor, formatAgo(Date.parse(at), now))}
          </p>
        </>
      ) : (
        <p className="text-soft">{why}</p>
      )}
    </Panel>
  );
}

/** Undefined: it is known. */
export function whyNoLatency({ pressure, driveLatency }: MeasuredGuest): string | undefined {
  if (!pressure) return messages.noLatency.pressureUnknown;
  if (!waitsForDisks(pressure)) return messages.noLatency.calm(DISK_WAIT_PERCENT);
  if (!driveLatency) return messages.noLatency.pending;
  return driveLatency.drives.length === 0 ? messages.noLatency.noCounters : undefined;
}

function AboutDrive({ drive }: { drive: Drive }) {
  const { failed = 0 } = drive;
  return (
    <>
      {latencyText(drive)}
      {failed > 0 && <span className="block font-semibold text-crit">{messages.failedOperations(failed)}</span>}
    </>
  );
}

export function latencyText({ read, write, flush }: Drive): string {
  const parts = [
    [messages.read, read],
    [messages.write, write],
    [messages.flush, flush],
  ] as const;
  const texts = parts.flatMap(([name, ms]) => {
    if (ms === undefined) return [];
    return ms === null ? messages.notKnown(name) : messages.inMs(name, formatDecimal(ms, ms < 10 ? 2 : 0));
  });
  return texts.length > 0 ? texts.join(' · ') : messages.noOperations;
}
