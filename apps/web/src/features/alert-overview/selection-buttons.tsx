// What can be done with the selected alerts.
import { BellOff, Check, X } from 'lucide-react';
import { formatCount } from '../../lib/language/format.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { messages } from './messages.ts';
import { type Deeds, isOpen } from './use-deeds.ts';

export function SelectionButtons({
  selected,
  run,
  clearSelection,
}: Pick<Deeds, 'selected' | 'run' | 'clearSelection'>) {
  const open = selected.filter(isOpen).length;
  return (
    <>
      <Button look="framed" disabled={open === 0} onClick={() => run('acknowledge', selected)}>
        <Check size={14} aria-hidden />
        {messages.acknowledgeSelected} <span className="text-mute tabular-nums">{formatCount(open)}</span>
      </Button>
      <Button className="ml-1" onClick={() => run('silence', selected)}>
        <BellOff size={14} aria-hidden />
        {messages.silence.silence} <span className="text-mute tabular-nums">{formatCount(selected.length)}</span>
      </Button>
      <IconButton label={messages.clearSelection} onClick={clearSelection}>
        <X size={14} />
      </IconButton>
    </>
  );
}
