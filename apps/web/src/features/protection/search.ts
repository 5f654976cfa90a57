// The search of guests by their protection. Pure.
import type { Searchable } from '@belfry/domain/search/field';
import { TYPE_WORDS } from '@belfry/domain/search/guest';
import { matcherOf } from '@belfry/domain/search/match';
import type { BackupJob } from '@belfry/schema/protection/backup-job';
import type { SiteOf } from '../../live/sites/use-site-of.ts';
import { type Jobs, jobName } from '../../ui/protection/texts.ts';
import { lostMs, type Subject } from './subject.ts';

const GB = 1024 ** 3;
const HOUR_MS = 3_600_000;

const jobWords = (job: BackupJob | undefined): string[] => (job ? [jobName(job), job.storage ?? '', job.schedule] : []);

export const protectionSearch = (jobs: Jobs, now: number, siteOf?: SiteOf): Searchable<Subject> => {
  const jobsOf = ({ protection }: Subject) => protection.jobs.flatMap((id) => jobWords(jobs.get(id)));
  return {
    words: (subject) => {
      const { name, vmid, node, tags } = subject.guest;
      const { state, place = '', lastRun, reason } = subject.protection;
      return [
        name,
        `${vmid}`,
        node,
        ...tags,
        state,
        place,
        lastRun?.error ?? '',
        reason?.text ?? '',
        ...jobsOf(subject),
      ];
    },
    kinds: ({ guest }) => TYPE_WORDS[guest.type],
    fields: [
      { names: ['name'], text: ({ guest }) => guest.name },
      { names: ['vmid', 'id'], number: ({ guest }) => guest.vmid },
      { names: ['node'], text: ({ guest }) => [guest.node, guest.instance] },
      { names: ['cluster', 'instance'], text: ({ guest }) => guest.instance },
      { names: ['type'], text: ({ guest }) => TYPE_WORDS[guest.type], values: Object.values(TYPE_WORDS).flat() },
      { names: ['site'], text: ({ guest }) => siteOf?.(guest) },
      { names: ['tags', 'tag'], text: ({ guest }) => guest.tags, list: true },
      { names: ['pool'], text: ({ guest }) => guest.pool },
      { names: ['status', 'state'], text: ({ protection }) => protection.state },
      { names: ['job'], text: jobsOf },
      { names: ['place'], text: ({ protection }) => protection.place },
      { names: ['copy'], text: ({ protection }) => protection.offSite?.place ?? 'none' },
      { names: ['error'], text: ({ protection }) => protection.lastRun?.error },
      { names: ['backups'], number: ({ protection }) => protection.backups },
      {
        names: ['size'],
        number: ({ protection: { size } }) => (size === undefined ? undefined : size / GB),
        units: { g: 1, gb: 1, t: 1024, tb: 1024 },
      },
      {
        names: ['lost'],
        number: (subject) => {
          const lost = lostMs(subject, now);
          return lost === undefined ? undefined : lost / HOUR_MS;
        },
        units: { h: 1, d: 24 },
      },
    ],
  };
};

/** `now` epoch ms. An empty text finds everything. */
export const subjectMatcher = (
  text: string,
  jobs: Jobs,
  now: number,
  siteOf?: SiteOf,
): ((subject: Subject) => boolean) => matcherOf(text, protectionSearch(jobs, now, siteOf));
