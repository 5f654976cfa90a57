// Where this server has no agent to hand out: how to build it.
import { Button } from '../button.tsx';
import { CopyButton } from '../copy-button.tsx';
import { Problem } from '../problem.tsx';
import { messages } from './messages.ts';

/** `again` asks the server once more. */
export function NoAgents({ again }: { again(): void }) {
  return (
    <Problem tone="warn">
      <div className="flex flex-col gap-2 text-left">
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
