// What is stored now, and why nothing is being stored.
import type { HistoryStatusReply } from '@belfry/schema/http/history';
import { formatAgo, formatBytes, formatCount } from '../../../lib/language/format.ts';
import { useNow } from '../../../lib/now.ts';
import { Card } from '../../../ui/card.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { messages } from './messages.ts';

export function StoredData({ status }: { status: HistoryStatusReply }) {
  const now = useNow();
  const { enabled, sizeBytes, maxBytes, resources, oldest, damagedBlocks, pausedSince, problems, remote } = status;
  const isPaused = pausedSince !== undefined || problems.length > 0;
  return (
    <Card title={messages.stored}>
      {pausedSince !== undefined && <Problem>{messages.paused(formatAgo(pausedSince, now))}</Problem>}
      {problems.map((text) => (
        <Problem key={text}>{text}</Problem>
      ))}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 lg:grid-cols-5">
        <Fact name={messages.state}>
          <span className="inline-flex items-center gap-2">
            <Dot state={isPaused ? 'crit' : enabled ? 'ok' : 'off'} label="" />
            {isPaused ? messages.isPaused : enabled ? messages.isRecording : messages.isOff}
          </span>
        </Fact>
        <Fact name={remote ? messages.waitingSize : messages.size}>
          {formatBytes(sizeBytes)}{' '}
          {!remote && <span className="text-sm text-mute">{messages.ofMost(formatBytes(maxBytes))}</span>}
        </Fact>
        <Fact name={messages.oldestValue}>
          {remote ? messages.inEngine : oldest === undefined ? messages.nothingYet : formatAgo(oldest, now)}
        </Fact>
        <Fact name={messages.resources}>{formatCount(resources)}</Fact>
        <Fact name={messages.damaged}>
          <span className={damagedBlocks > 0 ? 'text-warn' : ''}>{messages.blocks(damagedBlocks)}</span>
        </Fact>
      </dl>
      {damagedBlocks > 0 && <p className="text-sm text-soft">{messages.damagedHint}</p>}
    </Card>
  );
}
