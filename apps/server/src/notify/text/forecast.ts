// When it will be full: "full between 2026-12-03 and 2026-12-09 if it goes on like this". A date that would be a guess is not said.
import { englishWords } from '@belfry/domain/sentences/words';
import type { Notice, NoticeAlert } from '../notice.ts';
import { dayText } from './end.ts';

/** Epoch ms that a calendar has. A message without a date is better than none. */
const isTime = (ms: number): boolean => !Number.isNaN(new Date(ms).getTime());

/** Empty where there is none. */
export function forecastText({ alert, forecast }: NoticeAlert, zoned: Pick<Notice, 'timeZone' | 'words'>): string {
  if (forecast?.kind !== 'full' || ![forecast.earliest, forecast.latest].every(isTime)) return '';
  const { words = englishWords } = zoned;
  const [from, to] = [dayText(forecast.earliest, zoned), dayText(forecast.latest, zoned)];
  const isWear = alert.type === 'disk-wearout';
  if (from === to) return words.say({ id: isWear ? 'forecast.wornOn' : 'forecast.fullOn', values: { day: from } });
  return words.say({ id: isWear ? 'forecast.worn' : 'forecast.full', values: { from, to } });
}
