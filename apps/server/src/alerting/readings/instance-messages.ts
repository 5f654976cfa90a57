// What alerts about instances and about Belfry itself say.
import { plural } from '@belfry/domain/format';
import { kinds } from '@belfry/schema/config/kinds';
import type { EndpointStatus, Instance, SourceErrorKind } from '@belfry/schema/entities/instance';
import { clockText } from './clock-text.ts';

type Named = Pick<Instance, 'kind' | 'name'>;

const nameOf = ({ kind, name }: Named): string => `${kind === 'docker' ? 'Docker host' : kinds[kind].title} ${name}`;

const reasons: Record<SourceErrorKind, string> = {
  unreachable: 'cannot be reached',
  timeout: 'does not answer in time',
  tls: 'cannot be trusted: its certificate is not accepted',
  auth: 'refuses the credentials of Belfry',
  forbidden: 'lets Belfry see nothing: a privilege is missing',
  'rate-limited': 'refuses calls, because it gets too many',
  'bad-status': 'answers with an error',
  'bad-payload': 'answers with something that Belfry does not understand',
};

export const instanceMessages = {
  unreachable: (instance: Instance) => {
    const { error } = instance;
    return error
      ? `${nameOf(instance)} ${reasons[error.kind]}. ${error.message}`
      : `${nameOf(instance)} does not answer any more.`;
  },
  certificate: (instance: Named, { host }: EndpointStatus, days: number) => {
    const when =
      days < 0
        ? `expired ${plural(-days, 'day')} ago`
        : days === 0
          ? 'expires today'
          : `expires in ${plural(days, 'day')}`;
    return `The certificate of ${host} (${nameOf(instance)}) ${when}.`;
  },
  clock: (instance: Named, { host }: EndpointStatus, aheadSeconds: number) =>
    `The clock of ${host} (${nameOf(instance)}) is ${clockText(aheadSeconds)} Belfry's.`,
  ownClock: (aheadSeconds: number) =>
    `The clock of Belfry's machine is ${clockText(aheadSeconds)} those of most hosts.`,
};
