// The live figures of a node, each with its past.

import type { Limits } from '@belfry/domain/alerts/thresholds';
import { thinPoolId } from '@belfry/domain/ids';
import { hottest } from '@belfry/domain/status';
import { percent } from '@belfry/domain/usage';
import type { Node } from '@belfry/schema/entities/node';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import { formatDecimal, formatShare, wholePercent } from '../../../lib/language/format.ts';
import { type Figure, type Line, MAX_LINES, type Measured } from '../detail.ts';
import { messages } from '../messages.ts';
import { pressureFigure } from '../pressure.ts';
import { rates } from '../rates.ts';
import { usage } from '../usage.ts';
import { diskFigures } from './disk-figures.ts';

export function nodeFigures(
  found: Node,
  disks: readonly PhysicalDisk[],
  limits: Limits,
  measured: Measured,
): readonly Figure[] {
  const { id, cpu, cpuInfo, memory, disk, loadAverage, networkIn, networkOut, ioWait, pressure } = found;
  const line = (metric: string): Omit<Line, 'name' | 'live'> => ({ kind: 'node', id, metric });
  const degrees = hottest(found);
  const [load] = loadAverage;
  const wait = ioWait === undefined ? undefined : ioWait * 100;
  const swap = memory.swapTotal ? percent(memory.swapUsed ?? 0, memory.swapTotal) : undefined;
  return [
    usage({
      id: 'cpu',
      title: messages.cpu,
      bands: 'cpu',
      percent: cpu * 100,
      limit: limits.cpu,
      note: [
        ...(cpuInfo.cores > 0 ? [messages.cores(cpuInfo.cores)] : []),
        ...(wait === undefined ? [] : [messages.ioWaitShare(wholePercent(wait))]),
      ].join(' · '),
      measured,
      line: line('cpu'),
      more: [{ ...line('iowait'), name: messages.ioWait, live: wait }],
    }),
    {
      id: 'load',
      title: messages.load,
      ...(load === undefined
        ? { note: messages.noAnswerYet }
        : {
            values: loadAverage.map((value, place) => [messages.loads[place] ?? '', formatDecimal(value, 2)] as const),
            measured,
          }),
      plot: { unit: 'count', lines: [{ ...line('load'), name: '', live: load }] },
    },
    usage({
      id: 'memory',
      title: messages.memory,
      bands: 'memory',
      percent: percent(memory.used, memory.total),
      limit: limits.memory,
      note: [
        formatShare(memory.used, memory.total),
        ...(swap === undefined ? [] : [messages.swapShare(formatShare(memory.swapUsed ?? 0, memory.swapTotal ?? 0))]),
      ].join(' · '),
      measured,
      line: line('memory'),
      more: swap === undefined ? [] : [{ ...line('swap'), name: messages.swap, live: swap }],
    }),
    usage({
      id: 'disk',
      title: messages.rootDisk,
      bands: 'disk',
      percent: percent(disk.used, disk.total),
      limit: limits.disk,
      note: formatShare(disk.used, disk.total),
      measured,
      line: line('disk'),
    }),
    {
      ...rates('network', messages.network, measured, [
        { ...line('netin'), name: messages.in, live: networkIn },
        { ...line('netout'), name: messages.out, live: networkOut, below: true },
      ]),
      isRare: true,
    },
    pressureFigure({
      of: { kind: 'node', id },
      pressure,
      measured: { ...measured, at: pressure?.at },
      note: messages.pressureMinute,
    }),
    {
      id: 'temperature',
      title: messages.temperature,
      isRare: true,
      plot: { unit: 'celsius', lines: [{ ...line('temperature'), name: '', live: degrees }] },
      ...(degrees !== undefined && {
        values: [[messages.hottest, `${degrees}°`]],
        measured: { source: messages.sources.sensors, at: found.temperature?.lastUpdate },
      }),
    },
    ...thinFigures(found, measured),
    ...diskFigures(disks),
  ];
}

/** A thin pool whose metadata is full cannot be written to, however much of its data is free. */
function thinFigures({ id, thinPools = [] }: Node, measured: Measured): readonly Figure[] {
  if (thinPools.length === 0) return [];
  const lines = thinPools.slice(0, MAX_LINES).map(
    ({ name, metadataUsed, metadataSize }): Line => ({
      ...{ kind: 'thinpool', id: thinPoolId(id, name), metric: 'metadata', name },
      live: percent(metadataUsed, metadataSize),
    }),
  );
  return [
    {
      ...{ id: 'thin-metadata', title: messages.thinPools, isRare: true, measured },
      values: lines.map(({ name, live = 0 }) => [name, `${wholePercent(live)}%`]),
      plot: { unit: 'percent', lines },
    },
  ];
}
