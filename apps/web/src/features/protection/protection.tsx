// Did last night's backups work, and what would be lost now? One sentence, the guests by how much they need somebody, and backups
// that belong to nobody for certain.

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Hourglass, Server, ServerOff } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { decisions as decisionsQuery, nights as nightsQuery } from '../../api/protection.ts';
import { demo } from '../../api/system.ts';
import { useMay } from '../../lib/may.ts';
import { MINUTE_MS, useNow } from '../../lib/now.ts';
import type { ChangeView } from '../../lib/view/use-view.ts';
import { useGaps } from '../../live/use-gaps.ts';
import { useList } from '../../live/use-live.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { FilterLine } from '../../ui/filter-line.tsx';
import { GapList } from '../../ui/gap-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Assignments } from './decisions/assignments.tsx';
import { byGuest, untestedOf } from './decisions/by-guest.ts';
import { RestoreTests } from './decisions/restore-tests.tsx';
import { messages } from './messages.ts';
import { searchHistoryPref } from './preferences.ts';
import { protectionSearch } from './search.ts';
import { formerNames } from './strays/former-names.ts';
import { Orphans } from './strays/orphans.tsx';
import { straysOf } from './strays/stray.ts';
import { Unclear } from './strays/unclear.tsx';
import { GuestTable } from './table/guest-table.tsx';
import { NightKey } from './table/night-strip.tsx';
import { useDialogs } from './use-dialogs.tsx';
import { useJobs, useSubjects } from './use-subjects.ts';
import { Verdict } from './verdict/verdict.tsx';
import { type ProtectionView, protectionCodec } from './view.ts';

/** The parts that the account of Belfry may not read. */
const PARTS = /backup|job/;
const noDecisions = { exclusions: [], assignments: [], restoreTests: [], reminderDays: null, testPlans: [] };

/** To say what is wrong with a search. */
const searchFields = protectionSearch(new Map(), 0).fields;

interface ProtectionProps {
  view: ProtectionView;
  onChange: ChangeView<ProtectionView>;
}

export function Protection({ view, onChange }: ProtectionProps) {
  const subjects = useSubjects();
  const instances = useList('instances');
  const nodes = useList('nodes');
  const guests = useList('vms').length + useList('containers').length;
  const hasProxmox = nodes.length > 0 || instances.some(({ kind }) => kind === 'pve');
  if (!hasProxmox)
    return (
      <Notice icon={<ServerOff />} title={messages.none}>
        <p>{messages.noneHint}</p>
        <Link to="/settings/$kind" params={{ kind: 'pve' }} className="text-brand hover:underline">
          {messages.addHost}
        </Link>
      </Notice>
    );
  if (guests === 0)
    return (
      <Notice icon={<Server />} title={messages.noGuests}>
        <p>{messages.noGuestsHint}</p>
      </Notice>
    );
  if (subjects.size === 0)
    return (
      <Notice icon={<Hourglass />} title={messages.waiting}>
        <p>{messages.waitingHint}</p>
      </Notice>
    );
  return <Known subjects={subjects} view={view} onChange={onChange} />;
}

function Known({ subjects, view, onChange }: ProtectionProps & { subjects: ReturnType<typeof useSubjects> }) {
  const searchBox = useRef<HTMLInputElement>(null);
  const mayRead = useMay('read');
  const isDemo = useQuery(demo).data === true;
  const mayAct = useMay('operate') && !isDemo;
  const now = useNow(MINUTE_MS);
  const jobs = useJobs();
  const groups = useList('backupGroups');
  const [onServers, onStorages] = [useList('pbsBackups'), useList('storageBackups')];
  const nights = useQuery({ ...nightsQuery, enabled: mayRead }).data?.of;
  const { data: decided = noDecisions, error } = useQuery({ ...decisionsQuery, enabled: mayRead });
  const decisions = useMemo(() => byGuest(decided), [decided]);
  const { restoreTests, reminderDays } = decided;
  const untested = useMemo(
    () => untestedOf(subjects.values(), restoreTests, reminderDays, now),
    [subjects, restoreTests, reminderDays, now],
  );
  const names = useMemo(() => formerNames(groups, onServers, onStorages), [groups, onServers, onStorages]);
  const strays = useMemo(
    () => ({
      unclear: straysOf(groups, ['ambiguous'], names, subjects),
      orphans: straysOf(groups, ['orphan', 'foreign'], names, subjects),
    }),
    [groups, names, subjects],
  );
  const { actions, noteTest, dialog } = useDialogs(subjects, decisions);
  const gaps = useGaps(PARTS);
  const reset = () => onChange({ ...protectionCodec.fallback, grouping: view.grouping, columns: view.columns });
  useScreenKeys(searchBox, reset);
  const { show } = view;
  return (
    <>
      <Verdict
        {...{ subjects, groups, now }}
        untested={untested.size}
        shown={show}
        onShow={(next) => onChange({ show: next })}
      />
      {gaps.length > 0 && (
        <details className="mt-1 px-3.5 text-sm max-md:py-2" open={gaps.length === 1}>
          <summary className="cursor-pointer text-warn">{messages.gaps(gaps.length)}</summary>
          <div className="pt-1">
            <GapList gaps={gaps} of={({ host }) => host} />
          </div>
        </details>
      )}
      {error && (
        <Problem className="mt-2">
          {messages.readFailed}: {error.message}
        </Problem>
      )}
      <FilterLine onReset={reset}>
        <SearchBox
          ref={searchBox}
          name={messages.search}
          tips={messages.searchTips}
          history={searchHistoryPref}
          text={view.search}
          fields={searchFields}
          onText={(search) => onChange({ search })}
        />
        <Segmented
          label={messages.grouping}
          options={messages.groupings}
          value={view.grouping}
          onChange={(grouping) => onChange({ grouping })}
          className="max-md:order-1 max-md:basis-full"
        />
        <NightKey />
      </FilterLine>
      {show !== 'orphans' && show !== 'unclear' && (
        <Boundary name={messages.section}>
          <GuestTable
            {...{ subjects, jobs, nights, decisions, untested, view, onChange, now }}
            actions={mayAct ? actions : undefined}
          />
        </Boundary>
      )}
      {(show === 'all' || show === 'unclear') && (
        <Boundary name={messages.unclear}>
          <Unclear strays={strays.unclear} mayAct={mayAct} />
          <Assignments assignments={decided.assignments} subjects={subjects} mayAct={mayAct} />
        </Boundary>
      )}
      {(show === 'all' || show === 'orphans') && (
        <Boundary name={messages.orphans}>
          <Orphans strays={strays.orphans} />
        </Boundary>
      )}
      {mayRead && (show === 'all' || show === 'untested') && (
        <Boundary name={messages.tests}>
          <RestoreTests
            {...{ subjects, mayAct, now }}
            decisions={decided}
            untested={untested.size}
            onAdd={noteTest}
            onShowUntested={() => onChange({ show: 'untested' })}
          />
        </Boundary>
      )}
      {dialog}
    </>
  );
}
