// A Proxmox Mail Gateway as a source: its polls, and nothing else.
import { instanceId } from '@belfry/domain/ids';
import { fail } from '@belfry/domain/result';
import type { PmgNodeConfig } from '@belfry/schema/config/node';
import { createSession } from '../proxmox-api/session.ts';
import type { Poll, Source, SourceDeps } from '../source.ts';
import { noFacts } from './facts.ts';
import type { Gateway } from './gateway.ts';
import { createMailPoll } from './mail-poll.ts';
import { pmg } from './product.ts';
import { createQueuesPoll } from './queues-poll.ts';
import { createStatusPoll } from './status-poll.ts';

export const NO_TOKENS = 'Proxmox Mail Gateway has no API tokens. Enter a user with a password, such as monitor@pmg.';

export function createPmgSource(config: PmgNodeConfig, { clock, callMs }: SourceDeps): Source {
  const session = createSession(config, pmg, clock, callMs);
  const { name, host } = config;
  const gateway: Gateway = { config, session, clock, facts: noFacts };
  const hasPassword = Boolean(config.user && config.password);
  return {
    instance: { id: instanceId('pmg', name), kind: 'pmg', name, host },
    polls: hasPassword ? createPolls(gateway) : [createRefusal()],
    calls: session.calls,
    endpoints: session.endpoints,
    close: session.close,
  };
}

export const createPolls = (gateway: Gateway): Poll[] => [
  createStatusPoll(gateway),
  createQueuesPoll(gateway),
  createMailPoll(gateway),
];

/** With a token alone there is no way in, so nothing is asked. */
const createRefusal = (): Poll => ({
  name: 'status',
  everyMs: 60_000,
  timeoutMs: 1000,
  essential: true,
  run: async () => fail({ kind: 'auth', message: NO_TOKENS }),
});
