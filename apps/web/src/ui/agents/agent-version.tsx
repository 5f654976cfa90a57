// The version of an agent. A development build and an early release have a yellow badge.
import { Chip } from '../chip.tsx';
import { hint } from '../hint.tsx';
import { isEarlyVersion } from './early-version.ts';
import { messages } from './messages.ts';

export function AgentVersion({ version }: { version: string }) {
  if (!isEarlyVersion(version)) return version;
  return (
    <span {...hint(messages.early)}>
      <Chip className="text-warn">{version}</Chip>
      <span className="sr-only"> ({messages.early})</span>
    </span>
  );
}
