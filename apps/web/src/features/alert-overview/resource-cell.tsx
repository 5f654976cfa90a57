// The first cell: severity as a shape, the resource and its kind; on a phone also the message and the state.
import { pathOfResource } from '@belfry/domain/alerts/place';
import type { Alert } from '@belfry/schema/entities/alert';
import { useAtLeast } from '../../lib/breakpoint.ts';
import { ClusterMark } from '../../live/cluster-mark.tsx';
import { SiteMark } from '../../live/site-mark.tsx';
import { kindOf } from '../../ui/alerts/kind.ts';
import { KindChip } from '../../ui/alerts/kind-chip.tsx';
import { messages as kinds } from '../../ui/alerts/messages.ts';
import { Shape } from '../../ui/alerts/shape.tsx';
import { messages as types } from '../../ui/alerts/type-messages.ts';
import { Chevron } from '../../ui/chevron.tsx';
import { hint } from '../../ui/hint.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import type { Act } from './columns.tsx';
import { Since } from './figures.tsx';
import { messages } from './messages.ts';
import { State } from './state.tsx';
import { What } from './what.tsx';

interface ResourceCellProps {
  alert: Alert;
  expanded: boolean;
  selected: boolean;
  act: Act | undefined;
}

export function ResourceCell({ alert, expanded, selected, act }: ResourceCellProps) {
  const path = pathOfResource(alert);
  const isPhone = !useAtLeast()('md');
  return (
    <span className="flex min-w-0 flex-col gap-0.5 max-md:py-2">
      <span className="flex min-w-0 items-center gap-2">
        {act && (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={messages.select(alert.resourceName, alert.type)}
            checked={selected}
            onChange={() => act('select', alert)}
            className="size-3.5 shrink-0 accent-brand max-md:hidden"
          />
        )}
        <Chevron expanded={expanded} />
        <Shape alert={alert} />
        <b className="title truncate font-[550]" {...hint(alert.resourceName)}>
          <bdi>{alert.resourceName}</bdi>
        </b>
        <ClusterMark id={alert.resourceId} />
        <SiteMark instance={alert.metadata?.instanceId} />
        {/* on a phone it stands before the type, so that the name has the line */}
        <span className="contents max-md:hidden">
          <KindChip of={alert} short />
        </span>
        {path !== undefined && <PageLink href={path} name={alert.resourceName} />}
      </span>
      {isPhone && (
        <>
          <span className="min-w-0 pl-6 text-soft text-sm">
            <What alert={alert} />
          </span>
          <span className="flex min-w-0 gap-1.5 pl-6 text-sm">
            <span className="min-w-0 shrink-10000 truncate text-soft">
              {kinds.kinds[kindOf(alert)]} · {types.name(alert.type)}
            </span>
            <State alert={alert} />
            <span className="ml-auto shrink-0">
              <Since alert={alert} />
            </span>
          </span>
        </>
      )}
    </span>
  );
}
