// "Which alerts go here": the part that the forms of all destinations share.
import type { Routing } from '@belfry/schema/notifications/routing';
import type { ReactNode } from 'react';
import { errorIn, type FieldErrors } from '../../../lib/field-errors.ts';
import { type ChoiceGroup, ManyField } from '../../../ui/many-field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { HoursFields } from './hours-fields.tsx';
import { LanguageField } from './language-field.tsx';
import { LastWeek } from './last-week.tsx';
import { messages } from './messages.ts';
import { newHours, type Routed } from './routed.ts';
import { routeSentence } from './sentence.ts';
import { useRouteChoices } from './use-route-choices.ts';

interface RoutingFieldsProps {
  value: Routed;
  /** Those of the whole form. The fields here are `routing.types`, `routing.hours.start` and so on. */
  errors: FieldErrors;
  onChange(change: Partial<Routed>): void;
  /** The user changed this field: its errors, and those of its values, no longer apply. */
  typed(field: string): void;
}

type Filter = 'types' | 'sites' | 'instances' | 'nodes' | 'tags';

/** Place it in a form. `checkRouting` says what the server would refuse. */
export function RoutingFields({ value, errors, onChange, typed }: RoutingFieldsProps) {
  const { routing, resolutions, language } = value;
  const choices = useRouteChoices();
  const isShared = choices.sites.some(({ items }) => items.length > 0);
  const set = (field: keyof Routing, change: Partial<Routing>) => {
    onChange({ routing: { ...routing, ...change } });
    typed(`routing.${field}`);
  };
  const filter = (name: Filter, groups: readonly ChoiceGroup[], text: string, all: string, hint?: string) => (
    <ManyField
      label={text}
      name={text}
      placeholder={all}
      groups={groups}
      free={name === 'tags'}
      values={routing[name] ?? []}
      error={errorIn(errors, `routing.${name}`)}
      onValues={(values) => set(name, { [name]: values })}
      {...(hint !== undefined && { hint })}
    />
  );
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Line label={messages.level}>
          <Segmented
            label={messages.level}
            options={messages.levels}
            value={routing.minLevel}
            onChange={(minLevel) => set('minLevel', { minLevel })}
          />
        </Line>
        <Line label={messages.hours}>
          <Segmented
            label={messages.hours}
            options={[
              ['always', messages.always],
              ['hours', messages.atHours],
            ]}
            value={routing.hours ? 'hours' : 'always'}
            onChange={(chosen) => set('hours', { hours: chosen === 'always' ? null : (routing.hours ?? newHours) })}
          />
        </Line>
      </div>
      {routing.hours && (
        <HoursFields
          hours={routing.hours}
          errors={errors}
          onChange={(change) => set('hours', { hours: { ...(routing.hours ?? newHours), ...change } })}
        />
      )}
      <div className="grid gap-3 md:grid-cols-2">
        {filter('types', choices.types, messages.types, messages.allTypes)}
        {filter('tags', choices.tags, messages.tags, messages.allTags, messages.tagsHint)}
        {(isShared || routing.sites !== undefined) &&
          filter('sites', choices.sites, messages.sites, messages.allSites, messages.sitesHint)}
        {filter('instances', choices.instances, messages.instances, messages.allInstances)}
        {filter('nodes', choices.nodes, messages.nodes, messages.allNodes, messages.nodesHint)}
      </div>
      <LanguageField value={language} onChange={(chosen) => onChange({ language: chosen })} />
      <Switch label={messages.resolutions} checked={resolutions} onChange={(on) => onChange({ resolutions: on })} />
      <p role="status" className="rounded-md bg-raise px-3 py-2 text-soft">
        {routeSentence(value, choices.names)} <LastWeek routing={routing} />
      </p>
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1 max-md:w-full">
      <span aria-hidden className="text-sm font-medium text-soft">
        {label}
      </span>
      <div className="flex">{children}</div>
    </div>
  );
}
