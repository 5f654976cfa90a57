// The columns of the card, as data.

import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../lib/language/server-words.ts';
import { useNow } from '../../../lib/now.ts';
import { useLive } from '../../../live/use-live.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Dot } from '../../../ui/dot.tsx';
import type { TextColumn } from '../../../ui/table/short-table.tsx';
import { getsOf } from '../destinations/gets.ts';
import { LastDelivery } from '../destinations/last-delivery.tsx';
import { EnabledSwitch } from './enabled-switch.tsx';
import { messages } from './messages.ts';
import { heartbeat } from './queries.ts';
import { type Health, heartbeatHealth, isEnabled, keyOf, mirrorHealth, mqttHealth, nameOf, type Way } from './way.ts';

export const wayColumns: readonly TextColumn<Way>[] = [
  {
    head: () => messages.heads.name,
    cell: (way) => (
      <span className="flex items-center gap-2">
        <EnabledSwitch way={way} />
        <b className={`min-w-0 font-medium break-words ${isEnabled(way) ? '' : 'text-mute'}`}>{nameOf(way)}</b>
        {way.kind === 'relay' && way.webhook.name !== messages.names[way.service] && (
          <Chip>{messages.names[way.service]}</Chip>
        )}
      </span>
    ),
  },
  {
    head: () => messages.heads.gets,
    cell(way) {
      const [what, more] = getsText(way);
      return (
        <span className="block">
          {what}
          <span className="block text-sm break-words text-mute">{more}</span>
        </span>
      );
    },
  },
  { head: () => messages.heads.state, cell: (way) => <State way={way} /> },
];

function getsText(way: Way): readonly [what: string, more: string] {
  const { gets } = messages;
  if (way.kind === 'heartbeat') return [gets.heartbeat, gets.heartbeatHint];
  if (way.kind === 'mqtt')
    return [gets.mqtt, (way.state.discovery ? gets.mqttDiscovery : gets.mqttPlain)(way.state.topic)];
  if (way.service === 'alertmanager') return [gets.mirror, gets.mirrorHint];
  if (way.service === 'journal') return [gets.changes, gets.changesHint];
  return getsOf(way.webhook.routing, way.webhook.resolutions);
}

function State({ way }: { way: Way }) {
  if (way.kind === 'mqtt') return <Shown health={mqttHealth(way.state)} />;
  if (way.kind === 'heartbeat') return <HeartbeatState settings={way.settings} />;
  if (way.service !== 'apprise') return <MirrorState way={way} />;
  return <LastDelivery id={keyOf(way)} enabled={way.webhook.enabled} />;
}

function HeartbeatState({ settings }: Pick<Extract<Way, { kind: 'heartbeat' }>, 'settings'>) {
  const now = useNow();
  const { data = {} } = useQuery(heartbeat);
  return <Shown health={heartbeatHealth(settings, data, now)} />;
}

function MirrorState({ way }: { way: Extract<Way, { kind: 'relay' }> }) {
  const found = useLive(({ state }) =>
    [`destination:${keyOf(way)}`, `changes:${keyOf(way)}`, `changes-left-out:${way.webhook.id}`]
      .map((key) => state?.serverProblems[key])
      .find((problem) => problem !== undefined),
  );
  const problem = found && messageOf(found);
  return <Shown health={mirrorHealth(way.webhook, problem)} />;
}

const Shown = ({ health: { dot, title, detail } }: { health: Health }) => (
  <span className="flex min-w-0 items-baseline gap-2">
    <Dot state={dot} label="" />
    <span className="min-w-0">
      <span className={`line-clamp-3 break-words ${dot === 'crit' ? 'font-medium text-crit' : ''}`}>{title}</span>
      {detail && <span className="block text-sm text-mute tabular-nums">{detail}</span>}
    </span>
  </span>
);
