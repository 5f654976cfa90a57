// Below a field: what somebody else saved while the user was editing it, with a button to use that value.
import { messages } from './messages.ts';

export function Theirs({ value, onTake }: { value: string; onTake(): void }) {
  return (
    <span role="status" className="text-warn">
      {messages.theirs(value || messages.nothing)}{' '}
      <button type="button" className="font-medium underline underline-offset-2" onClick={onTake}>
        {messages.takeTheirs}
      </button>
    </span>
  );
}
