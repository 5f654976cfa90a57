// What a container does, in the engine's own words: state, for how long, health.
import { containerGrade, dockerOnline } from '@belfry/domain/docker';
import { hint } from '../../../ui/hint.tsx';
import { messages } from '../messages.ts';
import type { Entry } from './rows.ts';

const TONES = { ok: 'text-soft', warn: 'text-warn font-semibold', crit: 'text-crit font-semibold', off: 'text-mute' };

export function Status({ entry: { host, container } }: { entry: Entry }) {
  if (!dockerOnline(host)) return <span className="text-mute">{messages.hostOffline}</span>;
  const words = container.status || container.state;
  return (
    <span className={TONES[containerGrade(container)]} {...hint(words)}>
      {words}
    </span>
  );
}
