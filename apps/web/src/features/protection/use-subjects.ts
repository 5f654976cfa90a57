// The guests with their protection. It is computed again only when one of its sources changed.
import { useEffect, useMemo, useRef } from 'react';
import { useList, useSettledList } from '../../live/use-live.ts';
import type { Jobs } from '../../ui/protection/texts.ts';
import { joinSubjects, type KnownGuest, type Subject } from './subject.ts';

export function useSubjects(): ReadonlyMap<string, Subject> {
  const vms = useSettledList('vms', knownAlike);
  const containers = useSettledList('containers', knownAlike);
  const protections = useList('guestProtection');
  const guests = useMemo(
    () => new Map<string, KnownGuest>([...vms, ...containers].map((guest) => [guest.id, guest])),
    [vms, containers],
  );
  const before = useRef<ReadonlyMap<string, Subject>>(new Map());
  const subjects = useMemo(() => joinSubjects(guests, protections, before.current), [guests, protections]);
  useEffect(() => {
    before.current = subjects;
  }, [subjects]);
  return subjects;
}

export function useJobs(): Jobs {
  const jobs = useList('backupJobs');
  return useMemo(() => new Map(jobs.map((job) => [job.id, job])), [jobs]);
}

/** Whether a guest runs is not shown here. */
const knownAlike = (a: KnownGuest, b: KnownGuest): boolean =>
  a.id === b.id &&
  a.name === b.name &&
  a.node === b.node &&
  a.pool === b.pool &&
  a.staleSince === b.staleSince &&
  a.tags.join() === b.tags.join();
