// The guests that a view shows, in their order. Pure; fast for tens of thousands.
import { compareText, natural, sortedBy } from '../../lib/order.ts';
import type { SiteOf } from '../../live/sites/use-site-of.ts';
import type { Jobs } from '../../ui/protection/texts.ts';
import { subjectMatcher } from './search.ts';
import { lostMs, type Subject, standingOf, standings } from './subject.ts';
import type { ProtectionView, Shown, SortKey } from './view.ts';

/** `untested`: the ids of the guests without a restore test for too long. */
export function isShown({ id, protection }: Subject, show: Shown, untested: ReadonlySet<string> = none): boolean {
  const { state, jobs, lastGood, offSite, byHand } = protection;
  if (show === 'all') return true;
  if (show === 'no-copy') return state !== 'excluded' && jobs.length > 0 && lastGood !== undefined && !offSite;
  if (show === 'by-hand') return state !== 'excluded' && byHand !== undefined;
  if (show === 'untested') return untested.has(id);
  return state === show;
}

const none: ReadonlySet<string> = new Set();
const iso = (time: string | undefined): number | undefined => (time === undefined ? undefined : Date.parse(time));

const FIGURES: Readonly<Record<SortKey, (subject: Subject, now: number) => string | number | undefined>> = {
  guest: ({ guest }) => natural(guest.name),
  vmid: ({ guest }) => guest.vmid,
  node: ({ guest }) => natural(guest.node),
  lastGood: ({ protection }) => iso(protection.lastGood),
  loss: lostMs,
  verified: ({ protection }) => iso(protection.newestVerified),
  copy: ({ protection }) => iso(protection.offSite?.at),
  size: ({ protection }) => protection.size,
  nextRun: ({ protection }) => iso(protection.nextRun),
};

const STATES = ['failed', 'never', 'late'];
const byId = (a: Subject, b: Subject): number => compareText(a.id, b.id);

/** What is worst first: in each standing the states, then how many runs behind. Guests that are well are in the order of their names. */
function byNeed(subjects: readonly Subject[], now: number): Subject[] {
  return subjects
    .map((subject) => {
      const { state, everySeconds = 86_400 } = subject.protection;
      const standing = standings.indexOf(standingOf(subject));
      const behind = standing === 0 ? (lostMs(subject, now) ?? 0) / everySeconds : 0;
      return { subject, standing, state: STATES.indexOf(state), behind, name: natural(subject.guest.name) };
    })
    .sort(
      (a, b) =>
        a.standing - b.standing ||
        a.state - b.state ||
        // two that are infinite are equal
        (a.behind === b.behind ? 0 : b.behind - a.behind) ||
        compareText(a.name, b.name) ||
        byId(a.subject, b.subject),
    )
    .map(({ subject }) => subject);
}

export function selectSubjects(
  subjects: Iterable<Subject>,
  { search, show, sort }: Pick<ProtectionView, 'search' | 'show' | 'sort'>,
  jobs: Jobs,
  untested: ReadonlySet<string>,
  now: number,
  siteOf?: SiteOf,
): Subject[] {
  const matches = search.trim() === '' ? undefined : subjectMatcher(search, jobs, now, siteOf);
  const found = [...subjects].filter((each) => isShown(each, show, untested) && (matches?.(each) ?? true));
  if (!sort) return byNeed(found, now);
  return sortedBy(found, (each) => FIGURES[sort.key](each, now), sort.descending, byId);
}
