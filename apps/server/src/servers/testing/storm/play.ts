// Plays a plan, and notes what must be known to judge what is left afterwards.
import { until } from '../../../contract/testing/storm/clock.ts';
import type { Episode, Fault, Role } from './plan.ts';
import type { StormServer } from './server.ts';
import type { PairWorld } from './world.ts';

/** On the clock of the storm, ms. */
interface Span {
  from: number;
  to: number;
}

export interface Notes {
  /** Off for good. */
  stopped: { vmid: number; at: number }[];
  /** Off for a minute. */
  blips: (Span & { vmid: number })[];
  /** What may interrupt an attempt of these servers between its first byte and the note of its answer. */
  breaks: (Span & { what: string; servers: readonly string[] })[];
}

const BLIP_MS = 60_000;
const BETWEEN_MS = 4000;

export async function play(world: PairWorld, plan: readonly Episode[]): Promise<Notes> {
  const { clock, lab, cluster, database, servers, front } = world;
  const { now } = clock;
  const notes: Notes = { stopped: [], blips: [], breaks: [] };
  const guests = lab
    .guests(cluster)
    .filter(({ power, onboot, ha, template }) => power === 'running' && onboot && !ha && !template)
    .map(({ vmid }) => vmid);
  const blips: Promise<unknown>[] = [];

  async function blip(vmid: number): Promise<void> {
    const own = { vmid, from: now(), to: Number.POSITIVE_INFINITY };
    notes.blips.push(own);
    lab.stopGuest(cluster, vmid);
    await clock.pass(BLIP_MS);
    lab.startGuest(cluster, vmid);
    own.to = now();
  }
  function act(action: Episode['meanwhile'][number]): void {
    const vmid = action !== 'wait' && guests.length > 1 ? guests.pop() : undefined;
    if (vmid === undefined) return;
    if (action === 'blip') blips.push(blip(vmid));
    else {
      notes.stopped.push({ vmid, at: now() });
      lab.stopGuest(cluster, vmid);
    }
  }
  const roleOf = (role: Role): StormServer => {
    const holder = front.holder() ?? servers[0];
    return role === 'holder' ? holder : (servers.find((server) => server !== holder) ?? servers[1]);
  };
  /** The servers whose attempts it may interrupt: their process, or the way to the receiver or to the database. */
  function hitBy(fault: Fault): readonly string[] {
    switch (fault.kind) {
      case 'kill':
      case 'freeze':
        return [roleOf(fault.of).name];
      case 'cut':
      case 'stall':
      case 'hold':
        return fault.to === 'lab' ? [] : [roleOf(fault.of).name];
      case 'wrong clock':
        return fault.of === 'database' ? servers.map(({ name }) => name) : [];
      case 'fill':
      case 'nothing':
        return [];
      default:
        return servers.map(({ name }) => name);
    }
  }
  /** Returns what ends it. */
  async function begin(fault: Fault, lastsMs: number): Promise<() => unknown> {
    const nothing = () => {};
    switch (fault.kind) {
      case 'kill': {
        const server = roleOf(fault.of);
        await server.kill();
        return server.start;
      }
      case 'freeze': {
        const server = roleOf(fault.of);
        server.freeze();
        return server.thaw;
      }
      case 'fill': {
        const server = roleOf(fault.of);
        server.fill();
        return () => server.mend();
      }
      case 'cut':
      case 'stall':
      case 'hold': {
        const line = roleOf(fault.of).lines[fault.to];
        line[fault.kind]();
        return line.mend;
      }
      case 'wrong clock': {
        const of = fault.of === 'database' ? database : roleOf(fault.of);
        await of.setAhead(fault.aheadMs);
        return () => of.setAhead(0);
      }
      case 'stop database':
        await database.stop();
        return database.mend;
      case 'kill database':
        await database.kill();
        return database.mend;
      case 'fill database':
        database.fill();
        return database.mend;
      case 'drop connections':
        for (let left = Math.max(1, lastsMs / 15_000); left > 0; left--) {
          await database.drop();
          await clock.pass(2000);
        }
        return nothing;
      case 'switch':
        await roleOf('standby').command('ha', 'switch');
        return nothing;
      case 'nothing':
        return nothing;
    }
  }

  for (const { fault, beforeMs, lastsMs, meanwhile, isAwaited } of plan) {
    await clock.pass(beforeMs);
    const span = { from: now(), to: Number.POSITIVE_INFINITY, what: fault.kind, servers: [] as readonly string[] };
    if (fault.kind !== 'nothing') notes.breaks.push(span);
    // Some of it is under way when the fault begins.
    const [first, ...more] = meanwhile;
    if (first) act(first);
    await clock.pass(lastsMs % 7 === 0 ? 0 : BETWEEN_MS);
    span.servers = hitBy(fault);
    const end = await begin(fault, lastsMs);
    for (const action of more) {
      await clock.pass(BETWEEN_MS);
      act(action);
    }
    await clock.pass(Math.max(0, lastsMs - more.length * BETWEEN_MS));
    await end();
    span.to = now();
    if (isAwaited) await until(world.isWell, `all is well after: ${fault.kind}`);
  }
  await Promise.all(blips);
  return notes;
}
