// A Proxmox Mail Gateway as a source: the list of its polls.
import { instanceId } from '@belfry/domain/ids';
import { fail } from '@belfry/domain/result';
import type { ConfigOf, Identified } from '@belfry/schema/config/node';
import type { InstanceIdentity } from '@belfry/schema/messages/observation';
import type { Session } from '../proxmox-api/session.ts';
import type { Poll, Source, SourceDeps } from '../source.ts';
import { noFacts } from './facts.ts';
import type { Gateway } from './gateway.ts';
import { createMailPoll } from './mail-poll.ts';
import { createQueuesPoll } from './queues-poll.ts';
import { createServicesPoll } from './services-poll.ts';
import { createPmgSettingsPoll } from './settings-poll.ts';
import { createStatusPoll } from './status-poll.ts';

export const NO_TOKENS = 'Proxmox Mail Gateway has no API tokens. Enter a user with a password, such as monitor@pmg.';

export function createPmgSource(config: Identified<ConfigOf<'pmg'>>, session: Session, { clock }: SourceDeps): Source {
  const { name, host, id = instanceId('pmg', name) } = config;
  const gateway: Gateway = { config: { ...config, id }, session, clock, facts: noFacts };
  let identity: InstanceIdentity = { id, kind: 'pmg', name, host };
  const hasPassword = Boolean(config.user && config.password);
  return {
    get instance() {
      return identity;
    },
    rename(name) {
      identity = { ...identity, name };
      gateway.config = { ...gateway.config, name };
    },
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
  createServicesPoll(gateway),
  createPmgSettingsPoll(gateway),
];

/** A PMG has no API tokens. If only a token is configured, this poll reports the error without a call. */
const createRefusal = (): Poll => ({
  name: 'status',
  everyMs: 60_000,
  timeoutMs: 1000,
  essential: true,
  run: async () => fail({ kind: 'auth', message: NO_TOKENS }),
});
