// A time as an age. The exact time is in a hint and for screen readers.
import { formatAgo } from '../../lib/language/format.ts';
import { momentOf } from '../../lib/moment.ts';
import { useNow } from '../../lib/now.ts';
import { hint } from '../../ui/hint.tsx';
import { messages } from './messages.ts';

export function Ago({ iso }: { iso: string | null | undefined }) {
  const now = useNow();
  const at = Date.parse(iso ?? '');
  if (Number.isNaN(at)) return messages.never;
  return (
    <time dateTime={iso ?? ''} className="whitespace-nowrap" {...hint(momentOf(at))}>
      {formatAgo(at, now)}
    </time>
  );
}
