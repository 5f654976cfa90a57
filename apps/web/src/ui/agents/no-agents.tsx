// Where this server has no agent to hand out: that it is being built, or how to build it.
import { Button } from '../button.tsx';
import { CopyButton } from '../copy-button.tsx';
import { Problem } from '../problem.tsx';
import { messages } from './messages.ts';

interface NoAgentsProps {
  /** They are being built. */
  areInWork: boolean;
  hasFailed: boolean;
  /** Asks the server once more. */
  again(): void;
  /** Undefined for users who may not. */
  build: (() => void) | undefined;
}

export function NoAgents({ areInWork, hasFailed, again, build }: NoAgentsProps) {
  if (areInWork)
    return (
      <Problem tone="info">
        <span role="status">{messages.building}</span>
      </Problem>
    );
  return (
    <Problem tone="warn">
      <div className="flex flex-col gap-2 text-left">
        {hasFailed && (
          <p className="flex flex-wrap items-center gap-2">
            {messages.buildFailed}
            {build && (
              <Button look="framed" onClick={build}>
                {messages.buildAgain}
              </Button>
            )}
          </p>
        )}
        <p>{messages.none}</p>
        <div className="flex flex-wrap items-center gap-2">
          <code className="min-w-36 flex-1 rounded-md border border-line bg-bg px-2.5 py-1.5 font-mono text-xs select-all">
            {messages.make}
          </code>
          <CopyButton text={messages.make} what={messages.makeName} />
          <Button look="framed" onClick={again}>
            {messages.again}
          </Button>
        </div>
        <p>{messages.image}</p>
      </div>
    </Problem>
  );
}
