// How far the import is of what each host has kept of its own past.
import type { HistoryImport, HistoryStatusReply } from '@belfry/schema/http/history';
import { useInstanceNames } from '../../../live/use-live.ts';
import { Card } from '../../../ui/card.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { messages } from './messages.ts';

export function Imports({ status }: { status: HistoryStatusReply }) {
  const nameOf = useInstanceNames();
  const { imports, enabled, problems } = status;
  const canRecord = enabled && problems.length === 0;
  return (
    <Card title={messages.imports} hint={messages.importsHint} flush>
      {imports.length === 0 && <p className="px-4 py-3 text-mute">{messages.noImports}</p>}
      <ul className="divide-y divide-line-soft">
        {imports.map((each) => (
          <li
            key={each.instance}
            aria-label={nameOf(each.instance)}
            className="grid items-center gap-x-4 gap-y-1 px-4 py-2 sm:grid-cols-[minmax(0,14rem)_minmax(0,16rem)_1fr]"
          >
            <b className="truncate font-[550]">{nameOf(each.instance)}</b>
            <Meter percent={each.total === 0 ? 100 : (100 * each.done) / each.total} tone="ok" />
            <span className="text-sm text-soft">{progressText(each, canRecord)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function progressText({ done, total, failed, waiting }: HistoryImport, canRecord: boolean): string {
  const parts = [total === 0 && waiting === undefined ? messages.upToDate : messages.calls(done, total)];
  if (total > 0 && done === total) parts.push(messages.complete);
  if (failed > 0) parts.push(messages.failedCalls(failed));
  if (waiting !== undefined) parts.push(canRecord ? messages.waitsForPoll : messages.waitsForRecording);
  return parts.join(' · ');
}
