// What alerts about instances and about Belfry itself say.
import { kinds } from '@belfry/schema/config/kinds';
import type { EndpointStatus, Instance } from '@belfry/schema/entities/instance';
import type { Sentence, Value } from '@belfry/schema/sentences/sentence';
import { clockError } from '../../lib/clock-error.ts';

type Named = Pick<Instance, 'kind' | 'name'>;

const nameOf = ({ kind, name }: Named): Sentence =>
  kind === 'docker'
    ? { id: 'name.dockerHost', values: { name } }
    : { id: 'name.instance', values: { kind: kinds[kind].title, name } };

export const clockMessage = (host: Value, aheadSeconds: number): Sentence => ({
  id: aheadSeconds > 0 ? 'clock.ahead' : 'clock.behind',
  values: { host, time: clockError(aheadSeconds) },
});

export const instanceMessages = {
  unreachable(instance: Instance): Sentence {
    const { error } = instance;
    if (!error) return { id: 'instance.silent', values: { instance: nameOf(instance) } };
    return {
      id: `instance.${error.kind}`,
      values: { instance: nameOf(instance), error: error.sentence ?? error.message },
    };
  },
  certificate(named: Named, { host }: EndpointStatus, days: number): Sentence {
    const values = { host, instance: nameOf(named) };
    if (days === 0) return { id: 'certificate.endsToday', values };
    return { id: days < 0 ? 'certificate.endedAgo' : 'certificate.ends', values: { ...values, days: Math.abs(days) } };
  },
  clock: (named: Named, { host }: EndpointStatus, aheadSeconds: number): Sentence =>
    clockMessage({ id: 'clock.hostOf', values: { host, instance: nameOf(named) } }, aheadSeconds),
  ownClock: (aheadSeconds: number): Sentence => ({
    id: aheadSeconds > 0 ? 'clock.ownAhead' : 'clock.ownBehind',
    values: { time: clockError(aheadSeconds) },
  }),
};
