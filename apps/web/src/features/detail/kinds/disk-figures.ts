// The temperatures and the wear of the physical disks of a node as figures: a line for each disk.
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import { type Figure, type Line, MAX_LINES } from '../detail.ts';
import { messages } from '../messages.ts';

export function diskFigures(disks: readonly PhysicalDisk[]): readonly Figure[] {
  const measured = { source: messages.sources.smart, at: oldest(disks.map(({ lastChecked }) => lastChecked)) };
  const figure = (
    id: 'temperature' | 'wearout',
    title: string,
    unit: 'celsius' | 'percent',
    all: readonly Line[],
    text: (value: number) => string,
  ): Figure[] => {
    if (all.length === 0) return [];
    const lines = all.slice(0, MAX_LINES);
    return [
      {
        id: `disks-${id}`,
        title,
        isRare: true,
        values: lines.map(({ name, live = 0 }) => [name, text(live)]),
        ...(all.length > lines.length && { note: messages.moreDisks(all.length - lines.length) }),
        measured,
        plot: { unit, lines },
      },
    ];
  };
  const hot = disks.filter(({ temperature }) => temperature > 0).sort((a, b) => b.temperature - a.temperature);
  const worn = disks.filter(({ wearout }) => wearout >= 0).sort((a, b) => a.wearout - b.wearout);
  return [
    ...figure(
      'temperature',
      messages.diskTemperatures,
      'celsius',
      hot.map((disk) => lineOf(disk, 'temperature')),
      (value) => `${value}°`,
    ),
    ...figure(
      'wearout',
      messages.diskLife,
      'percent',
      worn.map((disk) => lineOf(disk, 'wearout')),
      (value) => messages.percent(String(value)),
    ),
  ];
}

const lineOf = (disk: PhysicalDisk, metric: 'temperature' | 'wearout'): Line => ({
  kind: 'disk',
  id: disk.id,
  metric,
  name: disk.devPath.replace(/^\/dev\//, ''),
  live: disk[metric],
});

/** The oldest of these times (ISO): a figure is as old as its oldest part. */
const oldest = (times: readonly string[]): string | undefined => times.filter((time) => time !== '').sort()[0];
