// The first cell: state, name, image; on a phone also the content of the hidden columns.

import type { Limit } from '@belfry/domain/alerts/thresholds';
import { containerTone } from '@belfry/domain/docker';
import { dockerContainerNameId } from '@belfry/domain/ids';
import { dockerHostStatus } from '@belfry/domain/status';
import { wholePercent } from '../../../lib/language/format.ts';
import { pageAddress } from '../../../lib/pages.ts';
import { usageTone } from '../../../lib/tone.ts';
import { Chevron } from '../../../ui/chevron.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { hint } from '../../../ui/hint.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { statusText } from '../../../ui/status-text.ts';
import { messages } from '../messages.ts';
import type { CellContext } from './columns.tsx';
import type { Entry } from './rows.ts';
import { Status } from './status.tsx';

export function ContainerName({ entry, grouping, expanded, limits }: { entry: Entry } & CellContext) {
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
          <Memory entry={entry} limit={limits.memory} />
        </span>
      </span>
      <PageLink
        href={pageAddress('docker/containers', dockerContainerNameId(entry.host.id, container.name))}
        name={container.name}
      />
    </span>
  );
}

const TONES = { ok: '', warn: 'text-warn font-semibold', crit: 'text-crit font-semibold' };

/** In a window that has no room for its column. */
function Memory({ entry: { container, figures }, limit }: { entry: Entry; limit: Limit | undefined }) {
  const { memoryPercent } = container;
  if (figures === 'none' || memoryPercent === null) return null;
  return (
    <span className="figure min-[433px]:hidden">
      {' · '}
      <span className={TONES[usageTone('memory', memoryPercent, limit)]}>
        {messages.heads.memory} {wholePercent(memoryPercent)}%
      </span>
    </span>
  );
}
