// What is shown about one resource, whatever its kind: on its page, and beside a table.
import { PackageX, Plug } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { formatAgo } from '../../lib/language/format.ts';
import { MINUTE_MS, useNow } from '../../lib/now.ts';
import type { ChangeView } from '../../lib/view/use-view.ts';
import { useAlertsOf } from '../../live/use-alerts-of.ts';
import { useList, useLive, useLiveStore } from '../../live/use-live.ts';
import { AlertsPanel } from '../../ui/alerts/alert-list.tsx';
import { Boundary } from '../../ui/boundary.tsx';
import { Panel } from '../../ui/detail.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ChartRows } from './charts/chart-rows.tsx';
import type { Detail, DetailKind } from './detail.ts';
import { EventTable } from './events/event-table.tsx';
import { useEvents } from './events/use-events.ts';
import { Head } from './head.tsx';
import { Matter } from './matter.tsx';
import { messages } from './messages.ts';
import type { DetailView } from './view.ts';

interface DetailBodyProps {
  kind: DetailKind;
  id: string;
  /** Undefined when nothing with this id is known. */
  detail: Detail | undefined;
  /** At the left and at the right of the first line: the ways to other places. */
  lead?: ReactNode;
  ways: ReactNode;
  view: DetailView;
  onChange: ChangeView<DetailView>;
}

/** To be shown once there is a state. `id`: anybody may have written it. */
export function DetailBody({ detail, kind, id, lead, ways, ...shown }: DetailBodyProps) {
  const store = useLiveStore();
  // the events are made of backups and snapshots too
  useEffect(() => store.wantArchives(), [store]);
  return detail ? (
    <>
      <Head detail={detail} path={kind.path} lead={lead} ways={ways} />
      <Known detail={detail} {...shown} />
    </>
  ) : (
    <>
      <div className="flex min-h-11 items-center">
        {lead}
        <span className="ml-auto flex">{ways}</span>
      </div>
      <Unknown kind={kind} id={id} />
    </>
  );
}

function Known({ detail, view, onChange }: Pick<DetailBodyProps, 'view' | 'onChange'> & { detail: Detail }) {
  const { resource, isOwn = all } = detail.alerts ?? { resource: detail.id };
  const alerts = useAlertsOf(resource).filter(isOwn);
  const found = useEvents(resource, isOwn, { ...detail.changes, name: detail.name }, detail.uptime);
  const [pointed, setPointed] = useState<string>();
  return (
    <>
      <Matter detail={detail} alerts={alerts} />
      {detail.sections && (
        <div className="mb-2 flex flex-col gap-2">
          {detail.sections.map(({ id, name, content }) => (
            <Boundary key={id} name={name}>
              {content}
            </Boundary>
          ))}
        </div>
      )}
      <div className="detail-columns">
        <div className="flex min-w-0 flex-col gap-2">
          <Boundary name={messages.figures}>
            <ChartRows
              figures={detail.figures}
              isOld={detail.status.figures === 'old'}
              events={found.events}
              pointed={pointed}
              onPoint={setPointed}
              view={view}
              onChange={onChange}
            />
          </Boundary>
          <Boundary name={messages.events}>
            <EventTable found={found} pointed={pointed} onPoint={setPointed} />
          </Boundary>
        </div>
        <aside className="flex min-w-0 flex-col gap-2 text-sm [&>div]:px-3.5 [&>div]:py-2.5">
          {alerts.length > 0 && (
            <div className="card">
              <AlertsPanel alerts={alerts} />
            </div>
          )}
          {detail.notes !== '' && (
            <div className="card">
              <Panel title={messages.notes}>
                <p className="whitespace-pre-wrap wrap-anywhere">{detail.notes}</p>
              </Panel>
            </div>
          )}
          {detail.panels.map(({ id, content }) => (
            <div key={id} className="card empty:hidden">
              {content}
            </div>
          ))}
        </aside>
      </div>
    </>
  );
}

const all = () => true;

const PastEvents = ({ id }: { id: string }) => <EventTable found={useEvents(id, all, {})} />;

/** So long after a start of the server, a host that will report has reported. */
const REPORT_WAIT_MS = 10 * MINUTE_MS;

/** After a start of the server, what an instance or an agent has is not known until it answers. */
function Unknown({ kind, id }: { kind: DetailKind; id: string }) {
  const waits = useList('instances').find(
    ({ id: own, lastSeen }) => lastSeen === undefined && id.startsWith(`${own}-`),
  );
  const startedAt = useLive(({ state }) => Date.parse(state?.stats.startTime ?? ''));
  const now = useNow();
  return (
    <>
      {waits ? (
        <Notice icon={<Plug />} title={messages.waiting}>
          <p>{messages.waitingHint(waits.name)}</p>
        </Notice>
      ) : (
        <>
          {kind.unreported && now - startedAt < REPORT_WAIT_MS ? (
            <Notice icon={<Plug />} title={kind.unreported(id)}>
              <p>{messages.unreportedHint(formatAgo(startedAt, now))}</p>
            </Notice>
          ) : (
            <Notice icon={<PackageX />} title={kind.gone(id)}>
              <p>{messages.goneHint}</p>
            </Notice>
          )}
          <PastEvents id={id} />
        </>
      )}
    </>
  );
}
