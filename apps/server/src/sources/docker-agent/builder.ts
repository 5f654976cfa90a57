// The agents of a source checkout are built when somebody needs them. The program that started Belfry does it (`scripts/run.mjs`),
// because it has the tools, and Belfry starts no programs.
import type { AgentBuild } from '@belfry/schema/http/docker';

/** The line to the program that started this one. */
export interface Starter {
  send(message: string): unknown;
  listen(heard: (message: unknown) => void): void;
}

export interface AgentBuilder {
  /** Undefined: nobody here can build agents. */
  state(): AgentBuild | undefined;
  /** Starts a build, unless one runs. */
  build(): void;
}

export function createBuilder(starter: Starter | undefined): AgentBuilder {
  let state: AgentBuild | undefined;
  starter?.listen((message) => {
    if (message === 'agents: possible' || message === 'agents: built') state = 'possible';
    if (message === 'agents: failed') state = 'failed';
  });
  return {
    state: () => state,
    build() {
      if (!starter || state === undefined || state === 'running') return;
      state = 'running';
      starter.send('agents: build');
    },
  };
}

/** The line to the parent, if it opened one. It does not keep this process alive. */
export function parentOf(own: NodeJS.Process): Starter | undefined {
  const send = own.send?.bind(own);
  if (!send) return undefined;
  return {
    // a parent that has ended hears nothing
    send: (message) => own.connected && send(message, undefined, undefined, () => {}),
    listen(heard) {
      own.on('message', heard);
      own.channel?.unref();
    },
  };
}
