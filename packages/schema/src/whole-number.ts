// A whole number of something that a person enters.
import * as z from 'zod';
import { toMessage } from './sentences/message.ts';

/** `least` is below `min` where a smaller number means something else than itself. */
export function wholeNumber(unit: 'seconds' | 'hours' | 'days' | 'megabytes', min: number, max: number, least = min) {
  const text = toMessage({ id: `input.${unit}`, values: { min, max } });
  return z.int(text).min(least, text).max(max, text);
}
