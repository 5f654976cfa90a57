// A site: machines that a collector polls, because this server does not reach them or should not.
import * as z from 'zod';
import { OwnSentence } from '../sentences/sentence.ts';

/**
 * new: no collector has joined. waiting: one has, and an administrator must accept its key. connected: it reports. silent: it has sent
 * nothing for 30 s. revoked: its key is no longer accepted.
 */
export const SiteStatus = z.enum(['new', 'waiting', 'connected', 'silent', 'revoked']);
export type SiteStatus = z.infer<typeof SiteStatus>;

/**
 * `lastSeen` (ISO): the last message. `version`: of the program that collects. `clockOffsetMs`: how far its clock is ahead of the clock of the
 * server, or behind if negative. `addresses`: where machines of the site reach its collector, best first; absent: they do not.
 * `catchingUp`: percent of what was measured during the last outage that has arrived, until all has. `spoolBytes`: of the history in the
 * collector. `spoolFull`: its disk accepts nothing, so what is measured during an outage is lost. `changesDropped`: how many changes of the
 * last outage the collector could not keep, so that alerts of that time are missing in the history. `refused`: what this server last refused of
 * its collector: the line, or a message on the present line.
 */
export const Site = z.object({
  id: z.string(),
  name: z.string(),
  status: SiteStatus,
  lastSeen: z.string().optional(),
  version: z.string().optional(),
  clockOffsetMs: z.number().int().optional(),
  catchingUp: z.number().int().min(0).max(100).optional(),
  spoolBytes: z.number().int().min(0).optional(),
  spoolFull: z.literal(true).optional(),
  changesDropped: z.number().int().optional(),
  addresses: z.array(z.string()).optional(),
  refused: z.object({ message: z.string(), sentence: OwnSentence }).optional(),
});
export type Site = z.infer<typeof Site>;
