// The machine of a backup server: what it is, its services, its disks and its ZFS pools.
import type { PbsDisk, PbsMachine } from '@belfry/schema/entities/pbs-details';
import type { Service } from '@belfry/schema/entities/service';
import type { ZfsPool } from '@belfry/schema/entities/storage';
import { formatBytes, formatDecimal, formatShare } from '../../../lib/language/format.ts';
import { type Fact, Facts, Panel } from '../../../ui/detail.tsx';
import { Dot, type DotState } from '../../../ui/dot.tsx';
import { messages } from './messages.ts';
import { hasFailed } from './problems.ts';

export function Machine({ machine, version }: { machine: PbsMachine; version: string }) {
  const { load, ioWait, swap, kernel, cpuModel, cpus } = machine;
  const facts: Fact[] = [
    [messages.version, version],
    ...(cpuModel
      ? [[messages.processor, [cpuModel, ...(cpus ? [messages.cores(cpus)] : [])].join(' · ')] as const]
      : []),
    ...(load ? [[messages.load, load.map((value) => formatDecimal(value, 2)).join(' ')] as const] : []),
    ...(ioWait === undefined ? [] : [[messages.ioWait, `${formatDecimal(ioWait, 1)}%`] as const]),
    ...(swap ? [[messages.swap, formatShare(swap.used, swap.total)] as const] : []),
    ...(kernel ? [[messages.kernel, kernel] as const] : []),
  ];
  return (
    <Panel title={messages.machine}>
      <Facts facts={facts} />
    </Panel>
  );
}

const healths: Record<PbsDisk['health'], DotState> = { passed: 'ok', failed: 'crit', unknown: 'off' };

export const Disks = ({ disks }: { disks: readonly PbsDisk[] }) => (
  <Panel title={messages.disks}>
    <ul className="flex flex-col gap-1.5">
      {disks.map(({ id, model, size, used, health, wearout }) => (
        <li key={id} className="flex items-baseline gap-2">
          <Dot state={healths[health]} label="" />
          <span className="min-w-0 wrap-anywhere">
            <b className="font-[550]">{id}</b> {model}
            <span className="block text-mute">
              {[
                ...(size > 0 ? [formatBytes(size)] : []),
                ...(used === '' ? [] : [used]),
                messages.healths[health],
                ...(wearout === undefined ? [] : [messages.lifeLeft(wearout)]),
              ].join(' · ')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  </Panel>
);

export const Pools = ({ pools }: { pools: readonly ZfsPool[] }) => (
  <Panel title={messages.pools}>
    <Facts facts={pools.map(({ name, state, scan }): Fact => [name, [state, scan].filter(Boolean).join(' · ')])} />
  </Panel>
);

const stateOf = (service: Service): DotState =>
  hasFailed(service) ? 'crit' : service.state === 'running' ? 'ok' : 'off';

export const Services = ({ services }: { services: readonly Service[] }) => (
  <Panel title={messages.services}>
    <ul className="flex flex-col gap-0.5">
      {services.map((service) => (
        <li key={service.id} className="flex items-baseline gap-2">
          <Dot state={stateOf(service)} label="" />
          <span className="min-w-0 wrap-anywhere">{service.id}</span>
          <span className="ml-auto shrink-0 text-mute">
            {[service.state, ...(service.startup === undefined ? [] : [service.startup])].join(', ')}
          </span>
        </li>
      ))}
    </ul>
  </Panel>
);
