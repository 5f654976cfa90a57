// Plays a plan in a world, and notes what must be known to judge what is left afterwards.
import { closeSync, cpSync, openSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { COLLECT_PROTOCOL } from '@belfry/schema/collect/protocol';
import { until } from './clock.ts';
import type { Action, Episode } from './plan.ts';
import type { Program } from './program.ts';
import { copyOf, type World } from './world.ts';

/** On the clock of the storm, ms. */
export interface Span {
  from: number;
  to: number;
}

interface Blip extends Span {
  vmid: number;
}

export interface Notes {
  /** Nothing passed between the programs. */
  gaps: Span[];
  /** A guest was off. */
  blips: Blip[];
  /** Off for good. */
  stopped: { vmid: number; at: number }[];
  /** The collector lost what it had in memory, or a part of its files. */
  collectorLosses: number[];
  /** The server was killed or stopped, and was back. */
  serverBreaks: Span[];
  /** A collector ran, with this offset of its clock. */
  eras: (Span & { aheadMs: number })[];
  /** Nobody collected, or did not run. */
  pauses: Span[];
  /** A second collector with the same keys ran. */
  twins: Span[];
  /** The server speaks the first version, so it asks for no changes. */
  oldServer: Span[];
}

const DAY = 86_400_000;
const BLIP_MS = 90_000;

export async function play(world: World, plan: readonly Episode[], backup: string): Promise<Notes> {
  const { clock, lab, cluster, line } = world;
  const { now } = clock;
  const notes: Notes = {
    ...{
      gaps: [],
      blips: [],
      stopped: [],
      collectorLosses: [],
      serverBreaks: [],
      pauses: [],
      twins: [],
      oldServer: [],
    },
    eras: [{ from: now(), to: Number.POSITIVE_INFINITY, aheadMs: 0 }],
  };
  const guests = lab
    .guests(cluster)
    .filter(({ power, onboot, ha, template }) => power === 'running' && onboot && !ha && !template)
    .map(({ vmid }) => vmid);
  let twin: Program | undefined;
  let filled: string | undefined;
  const span = async (list: Span[], during: () => unknown) => {
    const own = { from: now(), to: Number.POSITIVE_INFINITY };
    list.push(own);
    await during();
    own.to = now();
  };
  const pass = () => clock.pass(20_000);

  async function withoutCollector(change: () => unknown, isKilled = true): Promise<void> {
    await span(notes.pauses, async () => {
      if (isKilled) await world.collector.kill();
      else await world.collector.end();
      if (isKilled) notes.collectorLosses.push(now());
      await change();
      world.startCollector();
    });
  }
  const withoutServer = (isKilled: boolean, protocol?: number) =>
    span(notes.serverBreaks, async () => {
      if (isKilled) await world.server.kill();
      else await world.server.end();
      await world.startServer(protocol);
    });
  async function step(aheadMs: number): Promise<void> {
    world.setAhead(aheadMs);
    const era = notes.eras.at(-1);
    if (era) era.to = now();
    notes.eras.push({ from: now() + 5000, to: Number.POSITIVE_INFINITY, aheadMs });
    await pass();
  }
  /** Bytes in the middle of a file, as a bad disk leaves them. */
  function damage(file: string): void {
    const place = path.join(world.siteDir, file);
    const { size } = statSync(place);
    const handle = openSync(place, 'r+');
    for (let at = Math.floor(size / 3); at < size; at += 4096) writeSync(handle, Buffer.alloc(512, 0xa5), 0, 512, at);
    closeSync(handle);
  }

  const acts: Record<Action, () => Promise<unknown> | unknown> = {
    async blip() {
      const vmid = guests.shift();
      if (vmid === undefined) return;
      const from = now();
      lab.stopGuest(cluster, vmid);
      await clock.pass(BLIP_MS);
      lab.startGuest(cluster, vmid);
      notes.blips.push({ vmid, from, to: now() });
      await clock.pass(25_000);
    },
    stop() {
      const vmid = guests.length > 1 ? guests.pop() : undefined;
      if (vmid === undefined) return;
      lab.stopGuest(cluster, vmid);
      notes.stopped.push({ vmid, at: now() });
    },
    'kill collector': () => withoutCollector(() => {}),
    'restart collector': () => withoutCollector(() => {}, false),
    'kill server': () => withoutServer(true),
    'restart server': () => withoutServer(false),
    'freeze collector': () =>
      span(notes.pauses, async () => {
        world.collector.freeze();
        await clock.pass(60_000);
        world.collector.thaw();
      }),
    'freeze server': () =>
      span(notes.serverBreaks, async () => {
        world.server.freeze();
        await clock.pass(60_000);
        world.server.thaw();
      }),
    'clock ahead': () => step(DAY),
    'clock behind': () => step(-DAY),
    'clock right': () => step(0),
    'newer server': () => withoutServer(true, COLLECT_PROTOCOL + 1),
    async 'older server'() {
      const old = { from: now(), to: Number.POSITIVE_INFINITY };
      notes.oldServer.push(old);
      await withoutServer(true, COLLECT_PROTOCOL - 1);
      await clock.pass(60_000);
      await withoutServer(true);
      old.to = now();
    },
    twin: () =>
      span(notes.twins, async () => {
        twin = world.startTwin(copyOf(world.siteDir, `${backup}-twin`));
        await clock.pass(90_000);
        await twin.end();
      }),
    'set back': () =>
      withoutCollector(() => {
        for (const name of readdirSync(world.siteDir)) rmSync(path.join(world.siteDir, name), { recursive: true });
        cpSync(backup, world.siteDir, { recursive: true });
      }),
    'damage history': () => withoutCollector(() => damage('history.db')),
    'damage changes': () =>
      withoutCollector(() =>
        writeFileSync(path.join(world.siteDir, 'edges.jsonl'), '{"at":1,"list":"vms"\n\u0000\u0000{{{'),
      ),
    async 'fill disk'() {
      if (!world.hasDisk || filled) return;
      filled = path.join(world.siteDir, 'ballast');
      const handle = openSync(filled, 'w');
      try {
        for (;;) writeSync(handle, Buffer.alloc(16_384));
      } catch {
        closeSync(handle);
      }
      notes.collectorLosses.push(now());
      await clock.pass(60_000);
    },
    wait: pass,
  };

  copyOf(world.siteDir, backup);
  for (const { line: fault, beforeMs, pauseMs, meanwhile, isAwaited } of plan) {
    await clock.pass(beforeMs);
    const gap = { from: now(), to: Number.POSITIVE_INFINITY };
    if (fault === 'cut' || fault === 'hold') {
      line[fault]();
      notes.gaps.push(gap);
    } else if (fault === 'slow') line.slow((2000 * clock.speed) | 0);
    else if (fault === 'linger') line.delay(10_000 / clock.speed);
    else if (fault === 'replay') await line.replay();
    for (const action of meanwhile) {
      await acts[action]();
      await clock.pass(pauseMs);
    }
    if (fault === 'linger') {
      line.linger(20_000 / clock.speed);
      await clock.pass(40_000);
    }
    line.mend();
    gap.to = now();
    // Over so long a way no line is opened again, so an end of one of the two is an outage until then.
    const broken = [...notes.pauses, ...notes.serverBreaks].filter(({ from }) => from >= gap.from);
    if (fault === 'linger' && broken.length > 0)
      notes.gaps.push({ from: Math.min(...broken.map(({ from }) => from)), to: gap.to });
    if (filled) {
      rmSync(filled, { force: true });
      notes.collectorLosses.push(now());
      filled = undefined;
    }
    if (isAwaited) await until(world.isConnected, 'all is well after an episode');
  }
  return notes;
}
