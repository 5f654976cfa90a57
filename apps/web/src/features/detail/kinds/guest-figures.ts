// The live figures of a guest, each with its past.
import type { Limits } from '@belfry/domain/alerts/thresholds';
import { type Figures, type GuestFacts, unknownFigures } from '@belfry/domain/guest-figures';
import { filesystemId } from '@belfry/domain/ids';
import type { ShownStatus } from '@belfry/domain/status';
import { percent } from '@belfry/domain/usage';
import { diskReason } from '../../../lib/disk-reason.ts';
import { formatDecimal, formatShare } from '../../../lib/language/format.ts';
import { guestTone } from '../../../lib/tone.ts';
import { type Figure, type Line, MAX_LINES, type Measured, type Plot, type Share } from '../detail.ts';
import { messages } from '../messages.ts';
import { pressureFigure } from '../pressure.ts';
import { rates } from '../rates.ts';

/** `known`: undefined while they are on their way. `seen` (ISO): the last good answer of the instance. */
export function guestFigures(
  guest: GuestFacts,
  known: Figures | undefined,
  status: ShownStatus,
  limits: Limits,
  seen: string | undefined,
): readonly Figure[] {
  const hasFigures = status.figures !== 'none' && known !== undefined;
  const figures = known ?? unknownFigures;
  const at = guest.staleSince ?? seen;
  const hypervisor: Measured = { source: messages.sources.hypervisor, at };
  const cpu = figures.cpu * 100;
  const memory = figures['memory.usage'];
  const disk = figures['disk.usage'];
  const { swapTotal = 0 } = guest.memory;
  const swapUsed = figures['memory.swapUsed'] ?? 0;
  const swap = swapTotal > 0 ? percent(swapUsed, swapTotal) : undefined;
  const line = (metric: string, name: string, value: number | null, below = false): Line => ({
    kind: 'guest',
    id: guest.id,
    metric,
    name,
    live: hasFigures ? (value ?? undefined) : undefined,
    below,
  });
  const usage = (id: 'cpu' | 'memory' | 'disk', lines: readonly Line[]): Plot => ({
    unit: 'percent',
    lines,
    limit: limits[id]?.trigger,
  });
  const share = (id: 'cpu' | 'memory' | 'disk', used: number): Share => ({
    percent: used,
    tone: guestTone(id, used, guest.memory, limits[id]),
    limit: limits[id],
  });
  const all: readonly Figure[] = [
    {
      id: 'cpu',
      title: messages.cpu,
      share: share('cpu', cpu),
      note: messages.ofCores(formatDecimal(figures.cpu * guest.cpus, 1), guest.cpus),
      measured: hypervisor,
      plot: usage('cpu', [line('cpu', '', cpu)]),
    },
    {
      id: 'memory',
      title: messages.memory,
      share: share('memory', memory),
      note: [
        formatShare(figures['memory.used'], guest.memory.total),
        ...(swap === undefined ? [] : [messages.swapShare(formatShare(swapUsed, swapTotal))]),
      ].join(' · '),
      measured: { source: memorySource(guest.memory), at, estimated: guest.memory.quality === 'estimate' },
      plot: {
        ...usage('memory', [
          line('memory', '', memory),
          ...(swap === undefined ? [] : [line('swap', messages.swap, swap)]),
        ]),
        estimate: 'memory.estimate',
      },
    },
    {
      id: 'disk',
      title: messages.disk,
      plot: usage('disk', filesystemLines(guest, known !== undefined) ?? [line('disk', '', disk < 0 ? null : disk)]),
      ...(disk < 0
        ? { note: diskReason(guest).text }
        : {
            share: share('disk', disk),
            note: formatShare(figures['disk.used'], guest.disk.total),
            measured: {
              source: guest.disk.source === 'guest-agent' ? messages.sources.agent : messages.sources.hypervisor,
              at: guest.disk.at ?? at,
            },
          }),
    },
    rates('diskIo', messages.diskIo, hypervisor, [
      line('diskread', messages.read, figures.diskRead),
      line('diskwrite', messages.write, figures.diskWrite, true),
    ]),
    rates('network', messages.network, hypervisor, [
      line('netin', messages.in, figures.networkIn),
      line('netout', messages.out, figures.networkOut, true),
    ]),
    pressureFigure({
      of: { kind: 'guest', id: guest.id },
      pressure: hasFigures ? guest.pressure : undefined,
      measured: hypervisor,
      note: messages.pressureNote,
    }),
  ];
  // of a guest whose node is lost, nobody knows whether it runs
  const why = status.word === 'unknown' ? messages.noFigures : messages.notRunning;
  const note = status.figures === 'none' ? why : messages.awaited;
  return hasFigures ? all : all.map(({ id, title, plot, isRare = false }) => ({ id, title, note, plot, isRare }));
}

/** A line for each file system, the fullest first, where there are several. */
const filesystemLines = ({ id, disks = [] }: GuestFacts, isKnown: boolean): readonly Line[] | undefined =>
  disks.length < 2
    ? undefined
    : [...disks]
        .sort((a, b) => b.usage - a.usage)
        .slice(0, MAX_LINES)
        .map(({ mountpoint, usage }) => ({
          kind: 'filesystem',
          id: filesystemId(id, mountpoint),
          metric: 'usage',
          name: mountpoint,
          live: isKnown ? usage : undefined,
        }));

function memorySource({ source, quality }: GuestFacts['memory']): string {
  if (source === 'balloon') return messages.sources.balloon;
  if (source === 'status-freemem') return messages.sources.guest;
  return quality === 'estimate' ? messages.sources.outside : messages.sources.hypervisor;
}
