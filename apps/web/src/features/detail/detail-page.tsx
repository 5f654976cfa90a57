// The page of one resource, whatever its kind.
import { PackageX, Plug } from 'lucide-react';
import { useEffect } from 'react';
import { usePageTitle } from '../../lib/page-title.ts';
import type { ChangeView } from '../../lib/view/use-view.ts';
import { useAlertsOf } from '../../live/use-alerts-of.ts';
import { useList, useLiveStore } from '../../live/use-live.ts';
import { AlertsPanel } from '../../ui/alerts/alert-list.tsx';
import { Boundary } from '../../ui/boundary.tsx';
import { Panel } from '../../ui/detail.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ChartRows } from './charts/chart-rows.tsx';
import type { Detail, DetailKind } from './detail.ts';
import { EventTable } from './events/event-table.tsx';
import { BackLink, Head } from './head.tsx';
import { messages } from './messages.ts';
import type { DetailView } from './view.ts';

interface Shown {
  view: DetailView;
  onChange: ChangeView<DetailView>;
}

interface DetailPageProps extends Shown {
  kind: DetailKind;
  id: string;
}

/** To be shown once there is a state. `id`: anybody may have written it. */
export function DetailPage({ kind, id, ...shown }: DetailPageProps) {
  const detail = kind.useDetail(id);
  const store = useLiveStore();
  // the events are made of backups and snapshots too
  useEffect(() => store.wantArchives(), [store]);
  usePageTitle(detail?.name ?? id);
  return (
    <article className="detail pb-4">
      <h1 className="sr-only">{detail?.name ?? id}</h1>
      {detail ? <Known kind={kind} detail={detail} {...shown} /> : <Unknown kind={kind} id={id} />}
    </article>
  );
}

function Known({ kind, detail, view, onChange }: Shown & { kind: DetailKind; detail: Detail }) {
  const alertId = detail.alertId ?? detail.id;
  const alerts = useAlertsOf(alertId);
  return (
    <>
      <Head kind={kind} detail={detail} />
      <div className="detail-columns">
        <div className="flex min-w-0 flex-col gap-2">
          <Boundary name={messages.figures}>
            <ChartRows
              figures={detail.figures}
              isOld={detail.status.figures === 'old'}
              view={view}
              onChange={onChange}
            />
          </Boundary>
          <Boundary name={messages.events}>
            <EventTable id={alertId} />
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
            <div key={id} className="card">
              {content}
            </div>
          ))}
        </aside>
      </div>
    </>
  );
}

/** After a start of the server, what an instance has is not known until it answers. */
function Unknown({ kind, id }: { kind: DetailKind; id: string }) {
  const waits = useList('instances').find(
    ({ id: own, lastSeen }) => lastSeen === undefined && id.startsWith(`${own}-`),
  );
  return (
    <>
      <div className="flex min-h-11 items-center">
        <BackLink kind={kind} />
      </div>
      {waits ? (
        <Notice icon={<Plug />} title={messages.waiting}>
          <p>{messages.waitingHint(waits.name)}</p>
        </Notice>
      ) : (
        <>
          <Notice icon={<PackageX />} title={kind.gone(id)}>
            <p>{messages.goneHint}</p>
          </Notice>
          <EventTable id={id} />
        </>
      )}
    </>
  );
}
