// Asks for how long and for what the notifications of alerts are held back.
import type { Silence, SilenceInput, Target } from '@belfry/schema/alerts/silences';
import type { Alert } from '@belfry/schema/entities/alert';
import { useState } from 'react';
import { useSubmit } from '../../api/use-submit.ts';
import { MINUTE_MS, useNow } from '../../lib/now.ts';
import { useList } from '../../live/use-live.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { messages } from './messages.ts';
import { addSilences } from './silence-calls.ts';
import { silenceTargets } from './silence-targets.ts';
import { untilText } from './until.ts';

type Duration = keyof typeof messages.silence.durations;
const MINUTES: Readonly<Record<Duration, number>> = {
  halfHour: 30,
  hour: 60,
  fourHours: 240,
  eightHours: 480,
  day: 1440,
  week: 10_080,
};

type Kind = Target['kind'];

interface SilenceDialogProps {
  alerts: readonly Alert[];
  onDone(silences: readonly Silence[]): void;
  onClose(): void;
}

export function SilenceDialog({ alerts, onDone, onClose }: SilenceDialogProps) {
  const texts = messages.silence;
  const now = useNow(MINUTE_MS);
  const [duration, setDuration] = useState<Duration>('hour');
  const [kind, setKind] = useState<Kind>('alert');
  const [reason, setReason] = useState('');
  const places = { instances: useList('instances'), sites: useList('sites') };
  const minutes = MINUTES[duration];
  const { submit, sending, failure, errors } = useSubmit<readonly SilenceInput[], Silence[]>({
    send: addSilences,
    onDone,
  });
  const [only, ...others] = alerts;
  const name = only && others.length === 0 ? only.resourceName : texts.several(alerts.length);
  return (
    <Dialog title={texts.title(name)} onClose={onClose} busy={sending}>
      {/* the fast way: s, Enter */}
      <DialogForm
        action={texts.silence}
        locked={sending}
        ready
        onSubmit={() => {
          const why = reason.trim() === '' ? texts.noReason : reason.trim();
          submit(alerts.map((alert) => ({ target: targetOf(alert, kind, places), reason: why, minutes })));
        }}
        onCancel={onClose}
      >
        <div className="flex flex-col gap-1">
          <span className="text-sm font-medium text-soft" aria-hidden>
            {texts.howLong}
          </span>
          <span className="flex">
            <Segmented<Duration>
              label={texts.howLong}
              options={texts.durations}
              value={duration}
              onChange={setDuration}
            />
          </span>
        </div>
        {only && others.length === 0 && (
          <SelectField
            label={texts.what}
            options={silenceTargets(only, places).map(([target, text]) => [target.kind, text] as const)}
            value={kind}
            onValue={setKind}
          />
        )}
        <TextField
          label={texts.reason}
          value={reason}
          maxLength={500}
          error={errors.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <p className="text-sm text-soft">
          {texts.meaning(untilText(new Date(now + minutes * MINUTE_MS).toISOString(), now))}
        </p>
        {failure && <Problem>{failure.message}</Problem>}
      </DialogForm>
    </Dialog>
  );
}

const targetOf = (alert: Alert, kind: Kind, places: Parameters<typeof silenceTargets>[1]): Target =>
  silenceTargets(alert, places).find(([target]) => target.kind === kind)?.[0] ?? { kind: 'alert', value: alert.id };
