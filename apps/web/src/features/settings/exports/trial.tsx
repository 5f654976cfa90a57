// What the engine answered to a test, in its own words.
import { Problem } from '../../../ui/problem.tsx';
import { messages } from './messages.ts';

interface TrialProps {
  reply: { ok: boolean; status?: number | undefined; words: string } | undefined;
  failure: Error | null;
  accepted?: string;
  refused?: string;
}

export function Trial({ reply, failure, accepted = messages.accepted, refused = messages.refused }: TrialProps) {
  if (failure) return <Problem>{failure.message}</Problem>;
  if (!reply) return null;
  const status = reply.status === undefined ? messages.noAnswer : messages.http(reply.status);
  return (
    <Problem tone={reply.ok ? 'ok' : 'crit'}>
      <b className="font-medium">{reply.ok ? accepted : refused}</b>
      {!(reply.ok && reply.words === '') && (
        <span className="block font-mono text-xs">{status === reply.words ? status : `${status}: ${reply.words}`}</span>
      )}
    </Problem>
  );
}
