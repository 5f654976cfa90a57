// A time in the query of a call.
import * as z from 'zod';
import { toMessage } from '../sentences/message.ts';

const TIME = toMessage({ id: 'input.momentOrIso' });

/** Epoch ms. */
export const Moment = z
  .string()
  .max(40)
  .transform((text, context) => {
    const at = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
    if (at <= 8.64e15) return at;
    context.addIssue({ code: 'custom', message: TIME });
    return z.NEVER;
  })
  .optional();
