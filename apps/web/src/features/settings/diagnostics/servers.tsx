// The servers with one database: who is active, who waits, and when the work changed hands. One that is alone has no card.
import type { Servers } from '@belfry/schema/http/servers';
import { useQuery } from '@tanstack/react-query';
import { historyStatus } from '../../../api/history.ts';
import { servers } from '../../../api/servers.ts';
import { formatAgo } from '../../../lib/language/format.ts';
import { useNow } from '../../../lib/now.ts';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { messages } from './messages.ts';

const dots = { active: 'ok', standby: 'off', silent: 'warn' } as const;

export function ServersCard() {
  const { data } = useQuery(servers);
  const { data: stored } = useQuery({ ...historyStatus, enabled: data?.servers !== undefined });
  if (!data) return null;
  return (
    <Card title={messages.servers} hint={messages.serversHint(data.database, data.epoch)} flush>
      <ul className="divide-y divide-line-soft">
        {data.servers.map((server) => (
          <Server key={server.name} server={server} />
        ))}
      </ul>
      {data.servers.length === 1 && <p className="px-4 py-3 text-mute">{messages.oneServer}</p>}
      {!data.isHeld && (
        <div className="px-4 py-3">
          <Problem>{messages.undecided}</Problem>
        </div>
      )}
      {stored && (
        <p className="border-t border-line-soft px-4 py-3 text-sm text-mute">
          {stored.remote ? messages.historyOfBoth : messages.historyOfEach}
        </p>
      )}
      <Switches switches={data.switches} />
    </Card>
  );
}

function Server({ server }: { server: Servers['servers'][number] }) {
  const now = useNow();
  const { name, address, version, role, at } = server;
  const ago = formatAgo(Date.parse(at), now);
  return (
    <li aria-label={name} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
      <Dot state={dots[role]} label="" />
      <h3 className="min-w-0 truncate font-semibold">{name}</h3>
      <Chip>{messages.roles[role]}</Chip>
      <span className="min-w-0 font-mono text-xs break-all text-mute">{address}</span>
      <span className="text-sm text-mute">
        {messages.serverVersion(version)} · {role === 'active' ? messages.activeSince(ago) : messages.heard(ago)}
      </span>
    </li>
  );
}

function Switches({ switches }: Pick<Servers, 'switches'>) {
  const now = useNow();
  const reasons: Readonly<Record<string, string>> = messages.reasons;
  return (
    <section className="border-t border-line-soft px-4 py-3">
      <h3 className="text-sm text-mute">{messages.switches}</h3>
      <ul className="mt-1 flex flex-col gap-1 text-sm tabular-nums">
        {switches.slice(0, 5).map(({ epoch, at, holder, reason }) => (
          <li key={epoch}>
            {epoch} · {holder} · {reasons[reason] ?? reason} · {formatAgo(Date.parse(at), now)}
          </li>
        ))}
      </ul>
    </section>
  );
}
