// The way of every observation, on one screen: state, what is derived, push.
import type { Observation } from '@belfry/schema/messages/observation';
import type { State } from '@belfry/schema/state';
import { type Cancel, type Clock, momentOf } from './lib/clock.ts';
import type { Hub } from './push/hub.ts';
import { connectionHealth } from './state/health.ts';
import type { Change, StateStore } from './state/state.ts';

const TICK_MS = 1000;

export interface Pipeline {
  observe(observation: Observation): void;
  /** An instance has another name. Its id and all its entities stay. */
  rename(instanceId: string, name: string): void;
  /** An instance is no longer watched: it is removed with all its entities. */
  forget(instanceId: string): void;
  /** Once a second, the effects of time alone: what nobody has reported for too long becomes stale. */
  start(): Cancel;
}

export interface PipelineDeps {
  state: StateStore;
  /** What keeps Belfry itself from working, such as a full disk. */
  serverProblems(): State['serverProblems'];
  push: Pick<Hub, 'publish' | 'clients'>;
  clock: Clock;
}

export function createPipeline({ state, serverProblems, push, clock }: PipelineDeps): Pipeline {
  /** What follows from a change is put into the state before anybody hears of either. */
  const settle = ({ after }: Change): void => {
    const settled = state.put({ connectionHealth: connectionHealth(after), serverProblems: serverProblems() });
    push.publish(settled);
  };
  const tick = () => settle(state.age(momentOf(clock), push.clients()));

  return {
    observe: (observation) => settle(state.apply(observation)),
    rename: (instanceId, name) => settle(state.rename(instanceId, name, momentOf(clock))),
    forget: (instanceId) => settle(state.remove(instanceId, momentOf(clock))),
    start: () => clock.every(TICK_MS, tick),
  };
}
