// The sections of the configuration file and the parts of the configuration that they are about.
import { ok } from '@belfry/domain/result';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { AlertConfigInput } from '@belfry/schema/alerts/config-input';
import { type ConfigFile, ShownSchedule } from '@belfry/schema/config/file';
import type { NodeConfig, NodeRequest } from '@belfry/schema/config/node';
import type { PartContent, PartName } from '@belfry/schema/config/parts';
import type { SystemSettings, SystemUpdate } from '@belfry/schema/http/system';
import type { SiteNames } from '../../config/site-names.ts';
import { iso } from '../../lib/clock.ts';
import { type Answer, refuse } from '../../lib/refusal.ts';
import { instancesOf } from './instances.ts';
import { freshId, windowsOf } from './named-items.ts';

/** One section: where it stands in the file, and how it is made of its part and the other way round. */
export interface Section {
  path: readonly string[];
  /** Sections may share one. */
  part: PartName;
  /** What the file says about this content of the part. */
  shown(content: never): unknown;
  /** The content of the part after the section replaced what it is about. `current` undefined: the environment sets it. */
  content(given: never, current: never): Answer<unknown>;
}

export interface SectionDeps {
  /** One normal form for addresses and accounts. */
  normalInstance(request: NodeRequest): Answer<NodeConfig>;
  sites: SiteNames;
  /** The instances that the environment sets. */
  fixedInstances(): readonly { instance: string; config: NodeConfig }[];
  settings: {
    current(): SystemSettings;
    defaults: SystemSettings;
    overrides: readonly string[];
    problem(update: SystemUpdate): Answer<never> | undefined;
  };
  /** ISO. */
  now(): string;
}

type SectionOf<K extends keyof ConfigFile> = NonNullable<ConfigFile[K]>;
type Destinations = SectionOf<'destinations'>;
type Silencing = PartContent<'silencing'>;

/** The file has the content of the part as it is. */
const plain = (path: readonly string[], part: PartName): Section => ({
  path,
  part,
  shown: (content: unknown) => content,
  content: (given: unknown, current: unknown) => (current === undefined ? refuse('oidc_locked') : ok(given)),
});

/** The fields of the configuration of alerts that the section `alerts` has. */
function alertFields({
  schedule: _,
  aggregation: __,
  flapping: ___,
  ioNormalization: ____,
  customRules: _____,
  ...own
}: AlertConfig) {
  return own;
}
const keptFields = ({ schedule, aggregation, flapping, ioNormalization, customRules }: AlertConfig) => ({
  ...{ schedule, aggregation, flapping, ioNormalization, customRules },
});

export function sectionsOf(deps: SectionDeps): readonly Section[] {
  const { settings, now } = deps;
  const exported = (format: 'prometheus' | 'influxdb'): Section => ({
    path: ['exports', format],
    part: 'exports',
    shown: (content: SectionOf<'exports'>) => content[format],
    content: (given: unknown, current: SectionOf<'exports'>) => ok({ ...current, [format]: given }),
  });
  return [
    {
      ...{ path: ['instances'], part: 'nodes', shown: (content: unknown) => content },
      content: (given: SectionOf<'instances'>, current: readonly (NodeConfig & { id: string })[]) =>
        instancesOf(given, current, deps),
    },
    plain(['users'], 'users'),
    {
      ...{ path: ['tokens'], part: 'tokens', shown: (content: unknown) => content },
      content: (given: SectionOf<'tokens'>) =>
        ok(
          given.map(({ expiresAt, ...token }) => ({
            ...token,
            ...(expiresAt && { expiresAt: iso(Date.parse(expiresAt)) }),
          })),
        ),
    },
    plain(['oidc'], 'oidc'),
    {
      ...{ path: ['system'], part: 'system', shown: (content: unknown) => content },
      content(given: SectionOf<'system'>) {
        const problem = settings.problem(given);
        if (problem) return problem;
        // A blank is the default, as in the API.
        const meant = Object.entries(given).filter(([name, value]) => name !== 'discoverySubnet' || value !== '');
        const whole = Object.entries({ ...settings.defaults, ...Object.fromEntries(meant) });
        return ok(Object.fromEntries(whole.filter(([name]) => !settings.overrides.includes(name))));
      },
    },
    {
      ...{ path: ['alerts'], part: 'alerts', shown: alertFields },
      content: (given: SectionOf<'alerts'>, current: AlertConfig) =>
        ok(AlertConfigInput.parse({ ...keptFields(current), ...given })),
    },
    {
      ...{ path: ['schedule'], part: 'alerts', shown: ({ schedule }: AlertConfig) => ShownSchedule.parse(schedule) },
      content: (given: SectionOf<'schedule'>, current: AlertConfig) =>
        ok(AlertConfigInput.parse({ ...current, schedule: given })),
    },
    {
      path: ['maintenance'],
      part: 'silencing',
      shown: ({ windows }: Silencing) => windows.map(({ by: _, changedAt: __, ...window }) => window),
      content: (given: SectionOf<'maintenance'>, current: Silencing) =>
        ok({ ...current, windows: windowsOf(given, current.windows, now()) }),
    },
    {
      ...{ path: ['silences'], part: 'silencing', shown: ({ silences }: Silencing) => silences },
      content: (silences: SectionOf<'silences'>, current: Silencing) => ok({ ...current, silences }),
    },
    plain(['guests'], 'guestMetadata'),
    plain(['protection'], 'protection'),
    plain(['destinations', 'general'], 'notifications'),
    plain(['destinations', 'email'], 'email'),
    {
      ...{ path: ['destinations', 'webhooks'], part: 'webhooks', shown: (content: unknown) => content },
      content: (given: NonNullable<Destinations['webhooks']>, current: readonly { id: string; name: string }[]) =>
        ok(
          given.map((one) => ({
            ...one,
            id: one.id ?? current.find(({ name }) => name === one.name)?.id ?? freshId(one.name),
          })),
        ),
    },
    plain(['destinations', 'mqtt'], 'mqtt'),
    exported('prometheus'),
    exported('influxdb'),
    plain(['historyEngine'], 'remote-history'),
  ];
}
