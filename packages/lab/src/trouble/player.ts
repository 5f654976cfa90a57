// Plays scripts of troubles on a simulated datacentre.
import { advance } from '../world/events.ts';
import { guestPlans } from './guests.ts';
import { neighbourPlans } from './neighbours.ts';
import { nodePlans } from './nodes.ts';
import { type Kind, parseScript, type Script, type Trouble } from './script.ts';
import { type Plan, type Plans, picker, type Scene, type Site, type Step } from './steps.ts';

/** A trouble that was planned, and when it begins (epoch seconds). */
export type Planned = { trouble: Trouble; from: number };

export type Troubles = {
  /**
   * Plans the troubles of a script, which starts at `from` (epoch seconds, default now). Throws when an entry is wrong or has no
   * target.
   */
  play(script: Script, from?: number): void;
  /** The same, but an entry without a target is left out. Returns the reasons. */
  playPossible(script: Script): string[];
  /** Does everything that is due by the clock of the lab. Each step gets its own time, in order. */
  catchUp(): Promise<void>;
  /** All troubles that were planned, oldest first. */
  planned(): readonly Planned[];
  /** Nothing more happens. */
  stop(): void;
};

const plans: Plans<Kind> = { ...guestPlans, ...nodePlans, ...neighbourPlans };

/** The compiler cannot see that a plan and a trouble of the same key fit. */
const planOf = <K extends Kind>(trouble: Trouble<K>): Plan<K> => (plans as Plans<K>)[trouble.trouble as K];

/**
 * `everyMs`: it also catches up by itself, in real time. Without it a test calls `catchUp` after it has moved its clock.
 * `seed` chooses the targets that a script does not name.
 */
export function createTroubles(site: Site, { seed = 1, everyMs }: { seed?: number; everyMs?: number } = {}): Troubles {
  const planned: Planned[] = [];
  let queue: Step[] = [];
  const now = () => Math.floor(site.lab.clock() / 1000);
  // Two calls at the same time must not mix their steps.
  let last: Promise<void> = Promise.resolve();

  async function runDue(): Promise<void> {
    for (let next = queue[0]; next !== undefined && next.at <= now(); next = queue[0]) {
      queue = queue.slice(1);
      for (const cluster of site.lab.clusters) advance(cluster, next.at);
      await next.run(next.at);
    }
  }

  const catchUp = () => {
    last = last.then(runDue, runDue);
    return last;
  };
  const timer = everyMs === undefined ? undefined : setInterval(() => void catchUp().catch(() => {}), everyMs).unref();

  function play(script: Script, from = now()): void {
    const steps: Step[] = [];
    const added: Planned[] = [];
    for (const trouble of parseScript(script))
      for (let nth = 0; nth < (trouble.repeat?.times ?? 1); nth++) {
        const begin = from + trouble.at;
        const at = begin + nth * (trouble.repeat?.everyS ?? 0);
        // A trouble that is repeated has the same target each time.
        const scene: Scene = { site, from: at, pick: picker(seed, trouble.trouble, trouble.at) };
        steps.push(...planOf(trouble)(trouble, scene));
        added.push({ trouble, from: at });
      }
    queue = [...queue, ...steps].sort((a, b) => a.at - b.at);
    planned.push(...added);
  }

  return {
    play,
    playPossible: (script) =>
      script.flatMap((entry) => {
        try {
          play([entry]);
          return [];
        } catch (error) {
          return [error instanceof Error ? error.message : String(error)];
        }
      }),
    catchUp,
    planned: () => planned,
    stop() {
      clearInterval(timer);
      queue = [];
    },
  };
}
