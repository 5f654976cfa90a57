// The status of a container in the words of Docker: state, for how long, health.

import { containerTone } from '@belfry/domain/docker';
import { dockerHostStatus } from '@belfry/domain/status';
import { hint } from '../../../ui/hint.tsx';
import { statusText } from '../../../ui/status-text.ts';
import { messages } from '../messages.ts';
import type { Entry } from './rows.ts';

const TONES = {
  ok: 'text-soft',
  warn: 'text-warn font-semibold',
  crit: 'text-crit font-semibold',
  off: 'text-mute',
  old: 'text-mute',
  lost: 'text-mute',
  last: 'text-mute',
};

export function Status({ entry: { host, container } }: { entry: Entry }) {
  const status = dockerHostStatus(host);
  const text = container.status || container.state;
  const words = status.figures === 'now' ? text : messages.was(statusText(status.label), text);
  return (
    <span className={TONES[containerTone(container, host)]} {...hint(words)}>
      {words}
    </span>
  );
}
