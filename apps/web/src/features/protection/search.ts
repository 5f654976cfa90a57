// The search of guests by their protection. Pure.
import { matcher, type Searchable } from '@belfry/domain/search/match';
import { parse } from '@belfry/domain/search/parse';
import type { BackupJob } from '@belfry/schema/protection/backup-job';
import { type Jobs, jobName } from '../../ui/protection/texts.ts';
import { lostMs, type Subject } from './subject.ts';

const GB = 1024 ** 3;
const HOUR_MS = 3_600_000;
const TYPE_WORDS = { qemu: 'vm qemu', lxc: 'lxc ct container' } as const;

const jobWords = (job: BackupJob | undefined): string[] => (job ? [jobName(job), job.storage ?? '', job.schedule] : []);

const searchable = (jobs: Jobs, now: number): Searchable<Subject> => {
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
    text(subject, field) {
      const { guest, protection } = subject;
      if (field === 'name') return guest.name;
      if (field === 'vmid') return `${guest.vmid}`;
      if (field === 'node') return [guest.node, guest.instance];
      if (field === 'type') return TYPE_WORDS[guest.type];
      if (field === 'tags') return guest.tags;
      if (field === 'pool') return guest.pool;
      if (field === 'state') return protection.state;
      if (field === 'place') return protection.place;
      if (field === 'copy') return protection.offSite?.place ?? 'none';
      if (field === 'error') return protection.lastRun?.error;
      return field === 'job' ? jobsOf(subject) : undefined;
    },
    number(subject, field) {
      const { guest, protection } = subject;
      if (field === 'vmid') return guest.vmid;
      if (field === 'backups') return protection.backups;
      if (field === 'size') return protection.size === undefined ? undefined : protection.size / GB;
      const lost = field === 'lost' ? lostMs(subject, now) : undefined;
      return lost === undefined ? undefined : lost / HOUR_MS;
    },
  };
};

/** `now` epoch ms. An empty text finds everything. */
export const subjectMatcher = (text: string, jobs: Jobs, now: number): ((subject: Subject) => boolean) =>
  matcher(parse(text), searchable(jobs, now));
