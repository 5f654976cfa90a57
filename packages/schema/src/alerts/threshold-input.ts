// The forms in which clients send thresholds and numbers. The messages follow the name of the field.
import * as z from 'zod';
import { toMessage } from '../sentences/message.ts';
import { MAX_MAILS, OFF } from './bounds.ts';

/** A threshold as it was sent. `clear` is absent where the margin of the configuration decides. */
export interface GivenThreshold {
  trigger: number;
  clear?: number;
  critical?: number;
}

const FORM = toMessage({ id: 'input.thresholdForm' });
const Given = z.union(
  [
    z.number(),
    z.boolean(),
    z.strictObject({ trigger: z.number(), clear: z.number().nullish(), critical: z.number().nullish() }),
  ],
  FORM,
);

const rangeText = (max: number): string => toMessage({ id: 'input.threshold', values: { off: OFF, max } });

interface Wrong {
  field: 'trigger' | 'clear' | 'critical';
  text: string;
}

function wrongIn({ trigger, clear = 0, critical = trigger }: GivenThreshold, max: number): Wrong | undefined {
  if (trigger < OFF || trigger > max) return { field: 'trigger', text: rangeText(max) };
  if (trigger <= 0) return undefined;
  if (clear > trigger) return { field: 'clear', text: toMessage({ id: 'input.clear', values: { trigger } }) };
  if (critical < trigger || critical > max)
    return { field: 'critical', text: toMessage({ id: 'input.critical', values: { trigger, max } }) };
  return undefined;
}

/** A number is a trigger; −1 means off. A boolean is read as 0, which means off too. */
export const threshold = (max: number) =>
  Given.transform((given, context): GivenThreshold => {
    const isObject = typeof given === 'object';
    const trigger = isObject ? given.trigger : Number(given === true ? 0 : given);
    const { clear, critical } = isObject ? given : {};
    const read: GivenThreshold = {
      trigger,
      ...(typeof clear === 'number' && { clear: Math.max(0, clear) }),
      ...(typeof critical === 'number' && { critical }),
    };
    const wrong = wrongIn(read, max);
    if (wrong) {
      const path = isObject ? [wrong.field] : [];
      context.issues.push({ code: 'custom', message: wrong.text, path, input: given });
    }
    return read;
  });

/** A plain number of containers; a client may send it as a trigger too. */
export const containerNumber = (max: number) =>
  Given.transform((given) => (typeof given === 'object' ? given.trigger : Number(given === true ? 0 : given))).pipe(
    z.number().min(OFF, rangeText(max)).max(max, rangeText(max)),
  );

const MAILS = toMessage({ id: 'field.atMost', values: { limit: MAX_MAILS } });
/** A whole number, not below 0. */
export const mailNumber = () =>
  Given.transform((given) => {
    const number = typeof given === 'object' ? given.trigger : Number(given === true ? 0 : given);
    return Math.max(0, Math.round(number));
  }).pipe(z.number().max(MAX_MAILS, MAILS));
