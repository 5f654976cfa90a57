// What the states of the HA manager of a node mean (`PVE/API2/HA/Status.pm` and `PVE/HA/LRM.pm`).

const working: ReadonlySet<string> = new Set(['active', 'idle', 'wait_for_agent_lock']);
/** Somebody wants these. */
const paused: ReadonlySet<string> = new Set(['maintenance mode', 'disarm mode', 'restart mode', 'shutdown mode']);
const dead: ReadonlySet<string> = new Set(['old timestamp - dead?', 'unable to read lrm status', 'lost_agent_lock']);

/** Whether it can start guests on the node. */
export const haRunsIn = (state: string): boolean => working.has(state) || state === 'disarm mode';

/** `odd`: a word that says that something is wrong, or that nobody knows. */
export const haHealthOf = (state: string): 'well' | 'dead' | 'odd' =>
  working.has(state) || paused.has(state) ? 'well' : dead.has(state) ? 'dead' : 'odd';
