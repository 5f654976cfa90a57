// Silences: asking for them, finding them, ending them.
import type { Silence, SilenceInput } from '@belfry/schema/alerts/silences';
import type { Alert } from '@belfry/schema/entities/alert';
import { call } from '../../api/client.ts';

/** One after the other, so that a refusal leaves no half-done rest behind it. */
export async function addSilences(inputs: readonly SilenceInput[]): Promise<Silence[]> {
  const added: Silence[] = [];
  for (const body of inputs) added.push(await call('POST /api/alerts/silences', { body }));
  return added;
}

export async function endSilences(silences: readonly Silence[]): Promise<void> {
  for (const { id } of silences) await call('DELETE /api/alerts/silences/:id', { params: { id } });
}

/** Those that silence these alerts now. */
export async function silencesOf(alerts: readonly Alert[]): Promise<Silence[]> {
  const ids = new Set(alerts.map(({ metadata }) => metadata?.silenced?.id));
  const all = await call('GET /api/alerts/silences', { signal: null });
  return all.filter(({ id }) => ids.has(id));
}

const MINUTE_MS = 60_000;
/** What asks for the rest of a silence that was ended. */
export const restOf = ({ target, reason, until }: Silence, now: number): SilenceInput => ({
  ...{ target, reason },
  minutes: Math.max(1, Math.round((Date.parse(until) - now) / MINUTE_MS)),
});
