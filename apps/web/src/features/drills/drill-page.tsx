// One restore test: the commands that were handed out, and what Belfry has seen since.
import type { ShownDrill } from '@belfry/schema/http/drills';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { abort, allDrills, isOver, oneDrill } from '../../api/drills.ts';
import { momentOf, timeOfDay } from '../../lib/moment.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardSkeleton } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Problem } from '../../ui/problem.tsx';
import { messages } from './messages.ts';
import { headlineOf } from './texts.ts';

export function DrillPage({ id, mayEnd, onBack }: { id: string; mayEnd: boolean; onBack(): void }) {
  const queries = useQueryClient();
  const found = useQuery(oneDrill(id));
  const [isEnding, setEnding] = useState(false);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap justify-between gap-2">
        <Button look="framed" onClick={onBack}>
          <ArrowLeft size={14} aria-hidden />
          {messages.back}
        </Button>
        {mayEnd && found.data && !isOver(found.data.drill) && (
          <Button look="framed" onClick={() => setEnding(true)}>
            {messages.end}
          </Button>
        )}
      </div>
      {found.data ? (
        <Shown {...found.data} />
      ) : found.error ? (
        <LoadFailure text={messages.oneFailed} query={found} />
      ) : (
        <CardSkeleton />
      )}
      {isEnding && (
        <Confirm
          title={messages.endTitle}
          action={messages.end}
          onConfirm={async () => {
            await abort(id);
            await queries.invalidateQueries({ queryKey: allDrills.queryKey });
          }}
          onClose={() => setEnding(false)}
        >
          <p>{messages.endText}</p>
        </Confirm>
      )}
    </div>
  );
}

function Shown({ drill, script }: { drill: ShownDrill; script: { restore: string; remove: string } }) {
  const { target, until, reason, detail, problem, backup } = drill;
  return (
    <>
      <Card title={headlineOf(drill)} hint={messages.from(backup.volid)}>
        <div className="flex flex-col gap-2">
          {reason && (
            <Problem>
              {messages.reasons[reason]} {detail}
            </Problem>
          )}
          {problem !== undefined && <Problem tone="info">{messages.problem(problem)}</Problem>}
          <p className="text-soft">{messages.limits}</p>
        </div>
      </Card>
      <div className="grid gap-3 lg:grid-cols-2">
        <Card title={messages.handed} hint={messages.until(momentOf(Date.parse(until)))}>
          <ol className="flex list-decimal flex-col gap-3 pl-5 wrap-anywhere">
            <li>{messages.place(target.vmid, target.node, target.storage)}</li>
            <li>
              {messages.restoreStep}
              <Commands text={script.restore} />
            </li>
            <li>{messages.waitStep}</li>
            <li>
              {messages.removeStep}
              <Commands text={script.remove} />
            </li>
          </ol>
        </Card>
        <Card title={messages.seen}>
          <Sights drill={drill} />
        </Card>
      </div>
    </>
  );
}

const Commands = ({ text }: { text: string }) => (
  <div className="mt-1 flex flex-col items-start gap-1.5">
    <pre className="w-full rounded-md border border-line bg-raise p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
      {text}
    </pre>
    <CopyButton text={text} what={messages.theCommands} />
  </div>
);

function Sights({ drill: { seen, use, bridges } }: { drill: ShownDrill }) {
  return (
    <ol className="flex flex-col gap-2" aria-live="polite">
      {seen.map(({ step, at, note, notBefore }) => (
        <li key={step} className="flex gap-3">
          <time dateTime={at} className="shrink-0 text-mute tabular-nums">
            {timeOfDay(Date.parse(at))}
          </time>
          <span className="min-w-0 wrap-anywhere">
            <b className="font-semibold">{messages.steps[step]}</b> {step !== 'started' && note}
            {step === 'started' && bridges && (
              <small className="block text-mute">
                {bridges.length > 0 ? messages.bridges(bridges.join(', ')) : messages.noBridges}
              </small>
            )}
            {step === 'filesRead' && (
              <small className="block text-mute">{use ? messages.use(use.from, use.to) : messages.useUnknown}</small>
            )}
            {notBefore !== undefined && (
              <small className="block text-mute">{messages.between(timeOfDay(Date.parse(notBefore)))}</small>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
