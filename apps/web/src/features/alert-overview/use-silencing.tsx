// Silencing alerts and ending silences, with a way back in the message.
import type { Silence, Target } from '@belfry/schema/alerts/silences';
import type { Alert } from '@belfry/schema/entities/alert';
import { Suspense, useState } from 'react';
import { timeNow } from '../../lib/now.ts';
import { useList } from '../../live/use-live.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { late } from '../../ui/late.ts';
import { toast } from '../../ui/toast.ts';
import { messages } from './messages.ts';
import { addSilences, endSilences, restOf, silencesOf } from './silence-calls.ts';
import { untilText } from './until.ts';

const SilenceDialog = late(async () => (await import('./silence-dialog.tsx')).SilenceDialog);

type Question = { about: 'silence'; alerts: readonly Alert[] } | { about: 'end'; silences: readonly Silence[] };

export function useSilencing() {
  const [question, setQuestion] = useState<Question | null>(null);
  const close = () => setQuestion(null);
  const texts = messages.silence;
  const sites = useList('sites');
  const nameOf = ({ kind, value }: Target): string =>
    (kind === 'site' && sites.find(({ id }) => id === value)?.name) || value;
  return {
    /** Asks for how long. */
    ask: (alerts: readonly Alert[]) => alerts.length > 0 && setQuestion({ about: 'silence', alerts }),
    /** Asks first when a silence is about more than these alerts. */
    async end(alerts: readonly Alert[]) {
      if (alerts.length === 0) return;
      try {
        const silences = await silencesOf(alerts);
        if (silences.some(isWide)) setQuestion({ about: 'end', silences });
        else await endWithUndo(silences);
      } catch (error) {
        toast('error', textOf(error));
      }
    },
    /** The open question, or nothing. */
    dialog:
      question?.about === 'silence' ? (
        <Suspense>
          <SilenceDialog
            alerts={question.alerts}
            onClose={close}
            onDone={(silences) => {
              close();
              saySilenced(silences);
            }}
          />
        </Suspense>
      ) : question?.about === 'end' ? (
        <Confirm
          title={texts.endTitle}
          action={texts.end}
          onConfirm={() => endWithUndo(question.silences)}
          onClose={close}
        >
          <p>{texts.endWide}</p>
          <ul className="mt-2 list-disc pl-5">
            {question.silences.map(({ id, target, reason, by }) => (
              <li key={id}>{texts.about(texts.kinds[target.kind], nameOf(target), reason, by)}</li>
            ))}
          </ul>
        </Confirm>
      ) : null,
  };
}

const isWide = ({ target }: Silence): boolean => target.kind !== 'alert';

function saySilenced(silences: readonly Silence[]): void {
  const [first] = silences;
  if (!first) return;
  const text = messages.silence.done(untilText(first.until, timeNow()));
  toast('success', text, { action: { text: messages.undo, run: () => void tried(endSilences(silences)) } });
}

async function endWithUndo(silences: readonly Silence[]): Promise<void> {
  await endSilences(silences);
  const undo = () => void tried(addSilences(silences.map((silence) => restOf(silence, timeNow()))));
  toast('success', messages.silence.ended, { action: { text: messages.undo, run: undo } });
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : messages.silence.failed);
const tried = (done: Promise<unknown>) => done.catch((error: unknown) => toast('error', textOf(error)));
