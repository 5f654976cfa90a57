// The first cell: state, name, image; on a phone also the content of the hidden columns.

import { containerTone } from '@belfry/domain/docker';
import { dockerContainerNameId } from '@belfry/domain/ids';
import { dockerHostStatus } from '@belfry/domain/status';
import { pageAddress } from '../../../lib/pages.ts';
import { Chevron } from '../../../ui/chevron.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { hint } from '../../../ui/hint.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { statusText } from '../../../ui/status-text.ts';
import type { CellContext } from './columns.tsx';
import type { Entry } from './rows.ts';
import { Status } from './status.tsx';

export function ContainerName({
  entry,
  grouping,
  expanded,
}: { entry: Entry } & Pick<CellContext, 'grouping' | 'expanded'>) {
  const { host, container } = entry;
  const status = dockerHostStatus(host);
  const text = container.health ? `${container.state}, ${container.health}` : container.state;
  const label = status.figures === 'now' ? text : statusText(status.label);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Chevron expanded={expanded} />
      <Dot state={containerTone(container, host)} label={label} />
      <span className="flex min-w-0 items-baseline gap-2.5 max-md:flex-col max-md:gap-0">
        <b className="title max-w-full shrink-0 truncate font-[550]" {...hint(container.name)}>
          <bdi>{container.name}</bdi>
        </b>
        <span className="min-w-0 truncate text-sm text-mute max-lg:hidden">{container.image}</span>
        <span className="max-w-full truncate text-xs text-mute md:hidden">
          {grouping === 'flat' && `${host.displayName} · `}
          <Status entry={entry} />
        </span>
      </span>
      <PageLink
        href={pageAddress('docker/containers', dockerContainerNameId(entry.host.id, container.name))}
        name={container.name}
      />
    </span>
  );
}
