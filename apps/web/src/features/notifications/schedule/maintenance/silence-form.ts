// The form of a silence, as plain data.
import type { Silence, SilencePatch } from '@belfry/schema/alerts/silences';
import { MINUTE_MS } from '../../../../lib/now.ts';
import { dateTimeText, instantIn } from './date-time-text.ts';

/** `until` is `2026-11-22T14:00`, in the time zone of the browser. */
interface SilenceForm {
  until: string;
  reason: string;
}

export const silenceForm = ({ until, reason }: Pick<Silence, 'until' | 'reason'>, zone: string): SilenceForm => ({
  until: dateTimeText(Date.parse(until), zone),
  reason,
});

interface ErrorTexts {
  timeNeeded: string;
  endsLater: string;
  reasonNeeded: string;
}

export function checkSilence(
  { until, reason }: SilenceForm,
  zone: string,
  now: number,
  texts: ErrorTexts,
): Partial<Record<keyof SilenceForm, string>> {
  const end = instantIn(until, zone);
  return {
    ...(Number.isNaN(end) ? { until: texts.timeNeeded } : end <= now && { until: texts.endsLater }),
    ...(reason.trim() === '' && { reason: texts.reasonNeeded }),
  };
}

/** What differs from the saved values. An end is sent as the minutes from now on, which the server counts on its own clock. */
export function silencePatch(form: SilenceForm, saved: SilenceForm, zone: string, now: number): SilencePatch {
  const minutes = Math.max(1, Math.round((instantIn(form.until, zone) - now) / MINUTE_MS));
  return {
    ...(form.until !== saved.until && { minutes }),
    ...(form.reason.trim() !== saved.reason && { reason: form.reason.trim() }),
  };
}
