// What the states of the HA manager of a node, and of the guests that it manages, mean (`PVE/API2/HA/Status.pm`, `PVE/HA/LRM.pm` and
// `PVE/HA/Manager.pm`).

const working: ReadonlySet<string> = new Set(['active', 'idle', 'wait_for_agent_lock']);
/** Somebody wants these. */
const paused: ReadonlySet<string> = new Set(['maintenance mode', 'disarm mode', 'restart mode', 'shutdown mode']);
const dead: ReadonlySet<string> = new Set(['old timestamp - dead?', 'unable to read lrm status', 'lost_agent_lock']);

/** Whether it can start guests on the node. */
export const haRunsIn = (state: string): boolean => working.has(state) || state === 'disarm mode';

/** `odd`: a word that says that something is wrong, or that nobody knows. */
export const haHealthOf = (state: string): 'well' | 'dead' | 'odd' =>
  working.has(state) || paused.has(state) ? 'well' : dead.has(state) ? 'dead' : 'odd';

/** States of a guest in which HA does not start it: it leaves the guest alone, keeps it off, or has given up on it. */
const idle: ReadonlySet<string> = new Set(['ignored', 'disabled', 'stopped', 'error']);

/** Whether HA starts a guest of this state again, if need be on another node. */
export const haStartsIn = (state: string): boolean => !idle.has(state);
