// Clearing the history, after a question.
import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';
import { messages } from './messages.ts';
import { clearHistory, KEY } from './queries.ts';

export function Administration() {
  const queries = useQueryClient();
  const [asking, ask] = useState(false);
  const clear = async () => {
    try {
      await clearHistory();
    } catch (error) {
      toast('error', messages.clearFailed, { message: messages.clearFailedHint });
      throw error;
    }
    toast('success', messages.cleared);
    await queries.invalidateQueries({ queryKey: [KEY] });
  };
  return (
    <section
      aria-label={messages.administrative}
      className="card mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 px-3.5 py-2.5"
    >
      <h2 className="font-semibold">{messages.administrative}</h2>
      <p className="min-w-48 flex-1 text-sm text-mute">{messages.clearHint}</p>
      <Button look="framed" className="text-crit!" onClick={() => ask(true)}>
        <Trash2 size={13} aria-hidden />
        {messages.clear}
      </Button>
      {asking && (
        <Confirm title={messages.clearTitle} action={messages.clear} onConfirm={clear} onClose={() => ask(false)}>
          {messages.clearText}
        </Confirm>
      )}
    </section>
  );
}
