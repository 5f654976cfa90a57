// A time zone that somebody enters.
import * as z from 'zod';
import { toMessage } from '../sentences/message.ts';
import { isTimeZone } from './time-zone.ts';
import { zoneRefusal } from './typed-zone.ts';

/** What is stored may be older than this rule, so readers of settings use `zoneMeant`. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: ({ input }) => toMessage(zoneRefusal(String(input))) });
