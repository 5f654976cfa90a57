// From the guests and the view to the rows on the screen.
import { useEffect, useMemo, useRef } from 'react';
import { useSiteOf } from '../../../live/sites/use-site-of.ts';
import type { Jobs } from '../../../ui/protection/texts.ts';
import { useKeptOrder } from '../../../ui/table/use-kept-order.ts';
import { type Row, toRows } from '../rows.ts';
import { selectSubjects } from '../select.ts';
import { type Standing, type Subject, standingOf } from '../subject.ts';
import type { ProtectionView } from '../view.ts';

interface RowsOf {
  subjects: ReadonlyMap<string, Subject>;
  jobs: Jobs;
  untested: ReadonlySet<string>;
  view: ProtectionView;
  opened: ReadonlySet<string>;
  held: boolean;
  now: number;
}

/** While `held`, rows keep their places and groups: a second click on the same place does not meet another guest. */
export function useRows({ subjects, jobs, untested, view, opened, held, now }: RowsOf): { rows: Row[]; count: number } {
  const { search, show, sort, grouping, rest } = view;
  const all = useMemo(() => [...subjects.values()], [subjects]);
  const siteOf = useSiteOf();
  const latest = useMemo(
    () => selectSubjects(all, { search, show, sort }, jobs, untested, now, siteOf),
    [all, search, show, sort, jobs, untested, now, siteOf],
  );
  const shown = useKeptOrder({ now: latest, all, held, view: JSON.stringify([search, show, sort, grouping]) });
  const standingIn = useHeldStandings(shown, held);
  const rows = useMemo(
    () => toRows(shown, { grouping, rest }, jobs, opened, standingIn),
    [shown, grouping, rest, jobs, opened, standingIn],
  );
  return { rows, count: shown.length };
}

function useHeldStandings(shown: readonly Subject[], held: boolean): (subject: Subject) => Standing {
  const stood = useRef<ReadonlyMap<string, Standing>>(new Map());
  const standingIn = useMemo(
    () => (subject: Subject) => (held && stood.current.get(subject.id)) || standingOf(subject),
    [held],
  );
  useEffect(() => {
    if (!held) stood.current = new Map(shown.map((subject) => [subject.id, standingOf(subject)]));
  }, [shown, held]);
  return standingIn;
}
