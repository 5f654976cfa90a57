// Which topics have which content. Everything is retained, so that whoever subscribes later sees the present state; an empty content
// removes a topic.
import { createHash } from 'node:crypto';
import { worstFirst } from '@belfry/domain/alerts/order';
import { englishWords, type Words } from '@belfry/domain/sentences/words';
import type { Alert } from '@belfry/schema/entities/alert';
import type { MqttConfig } from '@belfry/schema/notifications/mqtt';
import { version } from '../../../config/build.ts';
import type { Machine, Present } from '../../mqtt/machines.ts';
import { changeLine } from '../../text/change.ts';
import { alertIn } from '../../text/told.ts';

type TopicSettings = Pick<MqttConfig, 'topic' | 'discovery' | 'discoveryPrefix'>;

/** Everything that is wrong but belongs to no machine, such as a storage of a cluster. */
const OTHERS: Machine = { id: 'belfry', name: 'Belfry', model: 'device.others' };
const MAX_ALERTS = 20;
/** A topic has 65,535 bytes at most, and a longer one ends the connection. */
const LONGEST_SLUG = 400;

export const availabilityTopic = ({ topic }: TopicSettings): string => `${topic}/status`;
/** What a subscriber of discovery sees of ours, also what an earlier run of Belfry left there. */
export const discoveryFilter = ({ topic, discoveryPrefix }: TopicSettings): string =>
  `${discoveryPrefix}/+/${slug(topic)}/+/config`;
export const stateFilter = ({ topic }: TopicSettings): string => `${topic}/machines/+/+`;

/** By topic. Publish what differs from what was published before, and remove what is not here any more. */
export function topicsOf(
  settings: TopicSettings,
  { alerts, machines, siteOf = () => undefined, changeOf = () => undefined }: Present,
  words: Words = englishWords,
): Map<string, string> {
  const all = [OTHERS, ...machines];
  const known = new Map(machines.flatMap(({ id, instance = id }) => [[instance, id] as const, [id, id] as const]));
  const byMachine = Map.groupBy(alerts, (alert) => machineOf(alert, known));
  const topics = new Map<string, string>();
  for (const machine of all) {
    const own = byMachine.get(machine.id) ?? [];
    const base = `${settings.topic}/machines/${slug(machine.id)}`;
    topics.set(`${base}/problem`, own.length > 0 ? 'ON' : 'OFF');
    topics.set(`${base}/alerts`, JSON.stringify(attributesOf(machine, own, { words, siteOf, changeOf })));
    if (settings.discovery)
      for (const [topic, config] of sensorsOf(settings, { ...machine, base, words }))
        topics.set(topic, JSON.stringify(config));
  }
  return topics;
}

/** The machine on which the resource is, else the one that it is, else Belfry. */
function machineOf({ resourceId, node, metadata }: Alert, known: ReadonlyMap<string, string>): string {
  const ids = [resourceId, `${metadata?.instanceId}-${node}`, `${metadata?.instanceId}`];
  return ids.map((id) => known.get(id)).find((id) => id !== undefined) ?? OTHERS.id;
}

/** `site`: the name of the site whose collector polls the machine, and of each alert that is on no machine of a site. */
function attributesOf(
  { site }: Machine,
  alerts: readonly Alert[],
  { words, siteOf, changeOf }: { words: Words } & Required<Pick<Present, 'siteOf' | 'changeOf'>>,
) {
  const critical = alerts.filter(({ level }) => level === 'critical').length;
  return {
    count: alerts.length,
    critical,
    warning: alerts.length - critical,
    ...(site !== undefined && { site }),
    alerts: alerts
      .toSorted(worstFirst)
      .slice(0, MAX_ALERTS)
      .map((stored) => {
        const alert = alertIn(words, stored);
        const { level, resourceName, type, message, startTime, acknowledged } = alert;
        const entry = { alert, occurrence: '', duration: 0, change: changeOf(stored) };
        const change = changeLine(entry, { kind: 'raised', words });
        const own = site === undefined ? siteOf?.(stored) : undefined;
        return {
          ...{ level, resource: resourceName, type, message, since: startTime, acknowledged },
          ...(own !== undefined && { site: own }),
          ...(change !== '' && { change }),
        };
      }),
  };
}

/** The discovery of Home Assistant: one device per machine, with a problem sensor and the number of its alerts. */
function sensorsOf(
  settings: TopicSettings,
  { id, name, model, site, base, words }: Machine & { base: string; words: Words },
): [string, object][] {
  const own = slug(settings.topic);
  const object = slug(id);
  const shared = {
    availability_topic: availabilityTopic(settings),
    device: {
      identifiers: [`${own}_${object}`],
      ...{ name, model: words.say({ id: model }, model), manufacturer: 'Belfry' },
      ...(site !== undefined && { suggested_area: site }),
      ...(id !== OTHERS.id && { via_device: `${own}_${OTHERS.id}` }),
    },
    origin: { name: 'Belfry', sw_version: version },
  };
  const topic = (component: string, sensor: string) =>
    `${settings.discoveryPrefix}/${component}/${own}/${object}_${sensor}/config`;
  const problem = {
    ...{ name: words.say({ id: 'device.problem' }), device_class: 'problem', unique_id: `${own}_${object}_problem` },
    ...{ state_topic: `${base}/problem`, json_attributes_topic: `${base}/alerts`, ...shared },
  };
  const count = {
    ...{
      name: words.say({ id: 'device.alerts' }),
      state_class: 'measurement',
      unique_id: `${own}_${object}_alerts`,
      icon: 'mdi:bell-alert',
    },
    ...{ state_topic: `${base}/alerts`, value_template: '{{ value_json.count }}', ...shared },
  };
  return [
    [topic('binary_sensor', 'problem'), problem],
    [topic('sensor', 'alerts'), count],
  ];
}

/** Home Assistant accepts letters, digits, `_` and `-`. Another character is its code, so that two ids never share a topic. */
function slug(id: string): string {
  const whole = id.replace(/[^A-Za-z0-9-]/g, (character) => `_${character.codePointAt(0)?.toString(16) ?? ''}_`);
  if (whole.length <= LONGEST_SLUG) return whole;
  return `${whole.slice(0, LONGEST_SLUG / 2)}_${createHash('sha256').update(id).digest('hex')}`;
}
