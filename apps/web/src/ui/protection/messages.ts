// The texts about the protection of one guest, on every screen that shows it.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('guestProtection', {
  title: 'Backups',
  states: {
    protected: 'protected',
    unverified: 'not verified',
    late: 'late',
    failed: 'failed',
    never: 'no backup yet',
    'not-covered': 'not covered',
    excluded: 'left out on purpose',
    unknown: 'unknown',
  },
  /** `lost` is a duration. */
  loss: (name: string, lost: string) => `If ${name} dies now you lose ${lost}.`,
  lossOfAll: (name: string) => `If ${name} dies now you lose all of it: it has no backup.`,
  lossUnknown: (name: string) => `Nobody knows what you lose if ${name} dies now.`,
  why: {
    protected: 'Its last planned run worked.',
    unverified: 'Its last planned run worked, but none of its backups was ever verified.',
    byHand: (at: string) => `A run by hand failed at ${at}.`,
    late: (at: string) => `The run of ${at} made no backup, and no task says why.`,
    failed: (at: string) => `The run of ${at} failed.`,
    damaged: (at: string) => `The backup of ${at} is damaged: its verification failed.`,
    ambiguous: (at: string) => `The run of ${at} made a backup that may belong to another guest.`,
    never: 'A job includes it, and there is no complete backup of it.',
  },
  reasons: {
    'in-no-job': () => 'No backup job includes it.',
    'excluded-by-job': (job: string) => `The job ${job} leaves it out by its number.`,
    'job-disabled': (job: string) => `The job ${job} includes it, but it is disabled.`,
    'other-node': (job: string) => `The job ${job} includes it, but takes only guests that are on another node.`,
    'all-disks-left-out': () => 'A job includes it, but all of its disks are left out (backup=0).',
    exclusion: (_job: string, text: string) => `Left out on purpose: ${text}`,
    'schedule-not-understood': (job: string, text: string) =>
      `The schedule of the job ${job} is not understood: ${text}`,
    'missing-privilege': (_job: string, text: string) => `The account of Belfry lacks a privilege: ${text}`,
    'not-read': (_job: string, text: string) =>
      text === '' ? 'Its host has not answered yet.' : `Its host could not be read: ${text}`,
    'ambiguous-backups': () => 'There are backups of its number, and they may belong to another guest.',
  },
  results: {
    ok: 'worked',
    failed: 'failed',
    damaged: 'damaged',
    missed: 'missed',
    running: 'running',
    pending: 'not over yet',
    ambiguous: 'unclear',
  },
  lastGood: 'Last good backup',
  none: 'none',
  nextRun: 'Next run',
  copy: 'Copy elsewhere',
  verified: 'Last verified',
  neverVerified: 'never',
  restoreTest: 'Last restore test',
  neverTested: 'never',
  tested: { ok: (ago: string) => `${ago}, it worked`, failed: (ago: string) => `${ago}, it failed` },
  until: (day: string) => `until ${day}`,
  link: 'Protection of all guests',
});
