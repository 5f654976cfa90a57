// How long ago something was, with its time.
import { formatAgo } from '../../../lib/language/format.ts';
import { momentOf } from '../../../lib/moment.ts';
import { useTimeText } from '../../../lib/now.ts';
import { hint } from '../../../ui/hint.tsx';

export function Ago({ iso }: { iso: string }) {
  const at = Date.parse(iso);
  const text = useTimeText((now) => formatAgo(at, now));
  return (
    <time dateTime={iso} className="whitespace-nowrap" {...hint(momentOf(at))}>
      {text}
    </time>
  );
}
