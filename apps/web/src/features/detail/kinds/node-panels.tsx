// What is known about a node beside its figures: its disks and its system.
import { type DiskHealth, diskHealth } from '@belfry/domain/disk-health';
import { lossSummary } from '@belfry/domain/node-loss/summary';
import { percent } from '@belfry/domain/usage';
import type { Node } from '@belfry/schema/entities/node';
import type { NodeLoss } from '@belfry/schema/entities/node-loss';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatAgo, formatBytes, wholePercent } from '../../../lib/language/format.ts';
import { timeOfDay } from '../../../lib/moment.ts';
import { useTimeText } from '../../../lib/now.ts';
import { sortedBy } from '../../../lib/order.ts';
import { type Fact, Facts, Panel } from '../../../ui/detail.tsx';
import { healthOf } from '../../../ui/disk-health/disk-health.ts';
import { Dot } from '../../../ui/dot.tsx';
import { fitText } from '../../../ui/node-loss/fit-text.ts';
import { statusText } from '../../../ui/status-text.ts';
import { messages } from '../messages.ts';

const WORST_FIRST: readonly DiskHealth[] = ['failed', 'worn', 'unknown', 'passed'];
const HEALTH: Partial<Record<DiskHealth, string>> = {
  failed: 'font-semibold text-crit',
  worn: 'font-semibold text-warn',
};

/** What a node that does not answer said then. `at` is ISO, undefined for what is true now. */
function Then({ at, children }: { at: string | undefined; children: ReactNode }) {
  const then = Date.parse(at ?? '');
  const ago = useTimeText((now) => formatAgo(then, now));
  if (Number.isNaN(then)) return children;
  return (
    <div className="text-soft">
      <p className="mb-1 text-xs text-warn">{messages.lastSeen(timeOfDay(then), ago)}</p>
      {children}
    </div>
  );
}

/** The disks that are not well come first. */
export function Disks({ disks, isOld }: { disks: readonly PhysicalDisk[]; isOld: boolean }) {
  const read = disks.map(({ lastChecked }) => lastChecked).sort();
  const ordered = sortedBy(
    disks,
    (disk) => WORST_FIRST.indexOf(diskHealth(disk)),
    false,
    () => 0,
  );
  return (
    <Panel title={messages.disks(disks.length)}>
      <Then at={isOld ? read.at(-1) : undefined}>
        <Facts
          facts={ordered.map(
            (disk): Fact => [disk.devPath.replace(/^\/dev\//, ''), <AboutDisk key={disk.devPath} disk={disk} />],
          )}
        />
      </Then>
    </Panel>
  );
}

function AboutDisk({ disk }: { disk: PhysicalDisk }) {
  const { model, size, wearout, temperature } = disk;
  const parts = [
    ...(size > 0 ? [formatBytes(size)] : []),
    ...(wearout >= 0 ? [messages.lifeLeft(wearout)] : []),
    ...(temperature > 0 ? [`${temperature}°`] : []),
  ];
  return (
    <>
      {model}
      <span className="block text-soft">
        <span className={HEALTH[diskHealth(disk)]}>{healthOf(disk).label}</span>
        {/* a line begins with a part and not with its dot */}
        {parts.map((part) => (
          <span key={part}>
            {'\u00a0· '}
            <span className="whitespace-nowrap">{part}</span>
          </span>
        ))}
      </span>
    </>
  );
}

/** `at` (ISO): when it said this, for a node that does not answer. */
export function System({ node, at }: { node: Node; at: string | undefined }) {
  const { cpuInfo, kernelVersion, pveVersion, haState, clusterName, pools = [], thinPools = [] } = node;
  const facts: Fact[] = [
    ...(cpuInfo.model ? [[messages.cpu, cpuInfo.model] as const] : []),
    [messages.version, release(pveVersion, '/')],
    ...(kernelVersion ? [[messages.kernel, release(kernelVersion, ' ')] as const] : []),
    ...(clusterName ? [[messages.cluster, clusterName] as const] : []),
    ...(haState === undefined ? [] : [[messages.ha, statusText(haState)] as const]),
    ...pools.map(
      ({ name, state, scan }): Fact => [`${messages.zfs} ${name}`, [state, scan].filter(Boolean).join(', ')],
    ),
    ...thinPools.map(
      ({ name, metadataUsed, metadataSize }): Fact => [
        messages.thinMetadata(name),
        `${wholePercent(percent(metadataUsed, metadataSize))}%`,
      ],
    ),
  ];
  return (
    <Panel title={messages.system}>
      <Then at={at}>
        <Facts facts={facts} />
      </Then>
    </Panel>
  );
}

/** `9.1.1` of `pve-manager/9.1.1/abc`, `6.17.2-1-pve` of `Linux 6.17.2-1-pve #1 SMP …`. */
const release = (text: string, separator: string): string => text.split(separator)[1] ?? text;

/** Where its guests would go is on a page of its own. */
export function IfItDies({ loss }: { loss: NodeLoss }) {
  const { total, byHa, byHand, stays, unknown } = lossSummary(loss);
  return (
    <Panel title={messages.ifItDies}>
      <p className="flex items-baseline gap-2">
        <Dot state={stays.length > 0 ? 'warn' : unknown.length > 0 ? 'off' : 'ok'} label="" />
        {fitText(byHa + byHand, total, unknown.length)}
      </p>
      <Link
        to="/proxmox/node-loss"
        className="text-brand hover:underline max-md:inline-flex max-md:min-h-10 max-md:items-center"
      >
        {messages.whereTo}
      </Link>
    </Panel>
  );
}
