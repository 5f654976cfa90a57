// The alerts that a destination gets, in two short lines.
import type { Routing } from '@belfry/schema/notifications/routing';
import { messages } from './messages.ts';

const NAMED_TAGS = 3;

export function getsOf(routing: Routing, resolutions: boolean): readonly [what: string, from: string] {
  const texts = messages.gets;
  const { minLevel, types, sites = [], instances, nodes, tags, hours } = routing;
  const what = [texts.levels[minLevel], hours && `${hours.start}–${hours.end}`, !resolutions && texts.noEnds];
  const from = [
    types.length > 0 && texts.types(types.length),
    sites.length > 0 && texts.sites(sites.length),
    instances.length > 0 && texts.instances(instances.length),
    nodes.length > 0 && texts.nodes(nodes.length),
    tags.length > 0 && tags.slice(0, NAMED_TAGS).map(texts.tag).join(', ') + (tags.length > NAMED_TAGS ? ', …' : ''),
  ].filter(Boolean);
  return [what.filter(Boolean).join(', '), from.length === 0 ? texts.all : from.join(', ')];
}
