// The address of this server in commands for other machines: the best guess, what is wrong with it, and a choice.
import { addressFlaw } from '../../lib/server-address.ts';
import { Button } from '../button.tsx';
import { TextField } from '../field.tsx';
import { Problem } from '../problem.tsx';
import { messages } from './messages.ts';

interface AddressFieldProps {
  typed: string;
  choices: readonly string[];
  /** Belfry accepts no call of another machine. */
  isClosed: boolean;
  choose(text: string): void;
}

export function AddressField({ typed, choices, isClosed, choose }: AddressFieldProps) {
  const flaw = addressFlaw(typed);
  const others = choices.filter((choice) => choice !== typed && !addressFlaw(choice));
  return (
    <div className="flex flex-col gap-2 text-left">
      <TextField
        label={messages.label}
        hint={messages.hint}
        value={typed}
        error={flaw === 'no-address' ? messages[flaw] : undefined}
        onChange={(event) => choose(event.currentTarget.value)}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        mono
      />
      {others.length > 0 && (
        <div className="flex flex-wrap items-center gap-1.5">
          <span className="text-sm text-mute">{messages.choices}</span>
          {others.map((choice) => (
            <Button key={choice} look="framed" className="font-mono text-xs" onClick={() => choose(choice)}>
              {choice}
            </Button>
          ))}
        </div>
      )}
      {flaw === 'only-here' && <Problem tone="warn">{isClosed ? messages.closed : messages['only-here']}</Problem>}
    </div>
  );
}
