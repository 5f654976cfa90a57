// Whether an export works: when it sent last, what waits, and what was dropped.
import type { ExportState } from '@belfry/schema/history/exports';
import { formatAgo } from '../../../lib/language/format.ts';
import { timeNow } from '../../../lib/now.ts';
import { Dot, type DotState } from '../../../ui/dot.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { messages } from './messages.ts';

export type Shown = Pick<ExportState, 'enabled' | 'url' | 'status'>;

function healthOf({ enabled, url, status }: Shown, now: number): { dot: DotState; text: string } {
  const { states } = messages;
  if (!enabled) return { dot: 'off', text: url === '' ? states.none : states.off };
  if (status.problem !== undefined)
    return { dot: 'crit', text: status.refused ? states.refused(status.problem) : status.problem };
  if (status.sentAt === undefined) return { dot: 'wait', text: states.waits };
  return { dot: 'ok', text: states.sent(formatAgo(status.sentAt, now)) };
}

export function ExportStatus({ state }: { state: Shown }) {
  const { waiting, waitingBytes, dropped, dropReason } = state.status;
  const { dot, text } = healthOf(state, timeNow());
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="flex items-center gap-2 text-sm">
        <Dot state={dot} label="" />
        <span className="min-w-0 break-words">{text}</span>
        {state.enabled && waiting > 0 && (
          <span className="text-mute tabular-nums">{messages.states.waiting(waiting, waitingBytes)}</span>
        )}
      </p>
      {dropReason !== undefined && <Problem tone="warn">{messages.states.dropped(dropped, dropReason)}</Problem>}
    </div>
  );
}
