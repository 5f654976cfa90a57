// Whether the backups of Belfry work: the last good one, the next one, where they are, and what is wrong.
import type { OwnBackupStatus } from '@belfry/schema/http/own-backups';
import { formatAgo } from '../../../lib/language/format.ts';
import { momentOf, shortMoment } from '../../../lib/moment.ts';
import { useNow } from '../../../lib/now.ts';
import { type Fact, Facts } from '../../../ui/detail.tsx';
import { Dot, type DotState } from '../../../ui/dot.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { messages } from './messages.ts';
import { problemWords } from './problem-words.ts';

interface StateProps {
  status: OwnBackupStatus;
  /** Epoch ms: when the server said it. */
  saidAt: number;
}

export function BackupState({ status, saidAt }: StateProps) {
  const { problem, stores = [], keep, schedule, next } = status;
  const now = useNow();
  const { dot, text } = stateOf({ status, saidAt }, now);
  const facts: (Fact | false)[] = [
    [messages.next, next === undefined ? messages.noNext : shortMoment(Date.parse(next), now)],
    schedule !== undefined && [messages.schedule, <Exact key="schedule" text={schedule} />],
    stores.length > 0 && [messages.place, stores.map((store) => <Store key={store.place} store={store} />)],
    keep !== undefined && [messages.keeps, messages.keep(keep)],
  ];
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="flex items-center gap-2 font-medium">
        <Dot state={dot} label="" />
        <span className="min-w-0">{text}</span>
      </p>
      {problem && <Failure problem={problem} />}
      <div className="text-sm">
        <Facts facts={facts.filter((fact) => fact !== false)} />
      </div>
    </div>
  );
}

/** Where backups are. With several places each says whether it has them. */
function Store({ store: { place, count, problem } }: { store: NonNullable<OwnBackupStatus['stores']>[number] }) {
  return (
    <span className="block">
      <Exact text={place} />{' '}
      <span className="text-mute">{problem === undefined ? messages.held(count ?? 0) : messages.placeFailed}</span>
    </span>
  );
}

const Exact = ({ text }: { text: string }) => <code className="break-all [font-variant-ligatures:none]">{text}</code>;

function stateOf({ status: { lastGood, problem }, saidAt }: StateProps, now: number): { dot: DotState; text: string } {
  // by the clock of the server: that of the browser may be another one
  const ago = lastGood && formatAgo(saidAt - lastGood.ageSeconds * 1000, now);
  if (problem?.cause?.id === 'schedule') return { dot: 'crit', text: messages.wrongSchedule };
  if (problem) return { dot: 'crit', text: ago === undefined ? messages.failed : messages.failedBut(ago) };
  if (ago === undefined) return { dot: 'wait', text: messages.none };
  return { dot: 'ok', text: messages.good(ago) };
}

function Failure({ problem }: { problem: NonNullable<OwnBackupStatus['problem']> }) {
  const { reason, advice } = problemWords(problem);
  return (
    <Problem>
      <p className="font-medium">{reason}</p>
      {advice && <p>{advice}</p>}
      <p className="text-mute">
        {messages.since(momentOf(Date.parse(problem.since)))} {problem.cause?.id !== 'schedule' && messages.triedAgain}
      </p>
    </Problem>
  );
}
