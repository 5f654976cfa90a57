// The mail gateway page: for each gateway its head, five cards and its cluster.

import { pmgSubject } from '@belfry/domain/alerts/subjects';
import { nodeId } from '@belfry/domain/ids';
import { gatewayStatus } from '@belfry/domain/status';
import { webAddress } from '@belfry/domain/web-address';
import type { PmgInstance } from '@belfry/schema/entities/pmg';
import { MailX } from 'lucide-react';
import { useAlertPolicies } from '../../api/alert-config.ts';
import { formatAgo } from '../../lib/language/format.ts';
import { useNow } from '../../lib/now.ts';
import { flag, usePref } from '../../lib/prefs.ts';
import { SiteMark } from '../../live/site-mark.tsx';
import { useAlertsOf } from '../../live/use-alerts-of.ts';
import { useConnection, useList } from '../../live/use-live.ts';
import { AlertList } from '../../ui/alerts/alert-list.tsx';
import { Boundary } from '../../ui/boundary.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dot } from '../../ui/dot.tsx';
import { HostStatus } from '../../ui/host-status.tsx';
import { Notice } from '../../ui/notice.tsx';
import { statusText } from '../../ui/status-text.ts';
import { Cards } from './cards.tsx';
import { Changes } from './changes.tsx';
import { bandsOf } from './figures.ts';
import { messages } from './messages.ts';
import { NodeTable } from './node-table.tsx';

/** A developer sets this in the browser's storage to see the raw answer of the gateway. */
const debugPref = flag('pmgDebug', false);

export function Mail() {
  const gateways = useList('pmg');
  const { state } = useConnection();
  const lost = state === 'closed' || state === 'reconnecting';
  return (
    <div className="flex flex-col gap-4 pt-1 pb-4">
      {lost && (
        <p role="alert" className="card border-warn/50 px-3.5 py-2 text-sm">
          <span className="dot warn mr-2 inline-block" />
          {messages.disconnected}
        </p>
      )}
      {gateways.length === 0 && (
        <Notice icon={<MailX />} title={messages.none}>
          <p>{messages.noneHint}</p>
        </Notice>
      )}
      {gateways.map((gateway) => (
        <Boundary key={gateway.id} name={messages.section(gateway.name)}>
          <Gateway gateway={gateway} />
        </Boundary>
      ))}
    </div>
  );
}

function Gateway({ gateway }: { gateway: PmgInstance }) {
  const [debug] = usePref(debugPref);
  const alerts = useAlertsOf(gateway.id);
  const ofNodes = useAlertsOf(...gateway.nodes.map(({ name }) => nodeId(gateway.id, name)));
  const policies = useAlertPolicies();
  const bands = bandsOf(policies?.policyOf(policies.config, pmgSubject(gateway)));
  const status = gatewayStatus(gateway);
  // the web interface of a gateway without a host is looked for under its name
  const href = webAddress(gateway.host, 'pmg') ?? webAddress(gateway.name, 'pmg');
  return (
    <article
      id={gateway.id}
      aria-label={gateway.name}
      className={`flex flex-col gap-2 ${status.figures === 'old' ? 'lost' : ''}`}
    >
      <header className="flex min-h-8 flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
        <Dot state={status.tone} label={statusText(status.label)} />
        <h2 className="text-lg font-semibold">
          <a href={href} target="_blank" rel="noreferrer" className="hover:underline">
            {gateway.name}
          </a>
        </h2>
        {gateway.version !== '' && <Chip>{messages.version(gateway.version)}</Chip>}
        <SiteMark instance={gateway.id} />
        <span className="text-soft">
          <HostStatus status={status} since={gateway.staleSince} />
        </span>
        <span className="ml-auto text-mute tabular-nums">
          <Updated at={gateway.lastUpdated} />
        </span>
      </header>
      <AlertList alerts={alerts} className="card px-3.5 py-2" />
      <Cards gateway={gateway} alerts={alerts} bands={bands} />
      <NodeTable
        gateway={gateway.id}
        nodes={gateway.nodes}
        staleSince={gateway.staleSince}
        alerts={[...alerts, ...ofNodes]}
        bands={bands}
      />
      <Changes gateway={gateway.id} name={gateway.name} />
      {debug && (
        <details className="card px-3.5 py-2 text-sm">
          <summary>{messages.debug}</summary>
          <pre className="overflow-auto font-mono text-xs">{JSON.stringify(gateway, null, 2)}</pre>
        </details>
      )}
    </article>
  );
}

function Updated({ at }: { at: string }) {
  const now = useNow();
  const then = Date.parse(at);
  return Number.isNaN(then) ? messages.neverUpdated : messages.updated(formatAgo(then, now));
}
