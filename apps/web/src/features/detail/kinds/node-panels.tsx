// What is known about a node beside its figures: its disks and its system.
import type { Node } from '@belfry/schema/entities/node';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import { formatBytes } from '../../../lib/language/format.ts';
import { type Fact, Facts, Panel } from '../../../ui/detail.tsx';
import { messages } from '../messages.ts';

export function Disks({ disks }: { disks: readonly PhysicalDisk[] }) {
  const facts = disks.map(
    ({ devPath, model, size, health, wearout, temperature }): Fact => [
      devPath.replace(/^\/dev\//, ''),
      [
        model,
        ...(size > 0 ? [formatBytes(size)] : []),
        health,
        ...(wearout >= 0 ? [messages.lifeLeft(wearout)] : []),
        ...(temperature > 0 ? [`${temperature}°`] : []),
      ].join(' · '),
    ],
  );
  return (
    <Panel title={messages.disks(disks.length)}>
      <Facts facts={facts} />
    </Panel>
  );
}

export function System({ node: { cpuInfo, kernelVersion, pveVersion, haState, clusterName } }: { node: Node }) {
  const facts: Fact[] = [
    ...(cpuInfo.model ? [[messages.cpu, cpuInfo.model] as const] : []),
    ...(kernelVersion ? [[messages.kernel, kernelVersion] as const] : []),
    [messages.version, pveVersion],
    ...(clusterName ? [[messages.cluster, clusterName] as const] : []),
    ...(haState === undefined ? [] : [[messages.ha, haState] as const]),
  ];
  return (
    <Panel title={messages.system}>
      <Facts facts={facts} />
    </Panel>
  );
}
