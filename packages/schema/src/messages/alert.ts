// An alert was raised or escalated; an alert ended.
import * as z from 'zod';
import { Alert } from '../entities/alert.ts';

export const AlertRaised = z.object({ type: z.literal('alert'), data: Alert });
export const AlertResolved = z.object({ type: z.literal('alertResolved'), data: z.object({ alertId: z.string() }) });
