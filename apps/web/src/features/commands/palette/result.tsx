// One result: the name, what it is and where, its status by shape, colour and word, and its keys.
import { Bookmark, CornerDownRight, type LucideIcon, Settings, Zap } from 'lucide-react';
import { useLive } from '../../../live/use-live.ts';
import { Dot } from '../../../ui/dot.tsx';
import { statusText } from '../../../ui/status-text.ts';
import { Kbd } from '../kbd.tsx';
import { readableKeys } from '../keys.ts';
import { messages } from '../messages.ts';
import type { Choice, Thing } from './choice.ts';
import { statusOf } from './status.ts';

const icons: Partial<Record<Choice['group'], LucideIcon>> = { views: Bookmark, settings: Settings, actions: Zap };

export function Result({ choice: { name, what, where, group, keys, thing } }: { choice: Choice }) {
  const Icon = icons[group] ?? CornerDownRight;
  return (
    <>
      <span className="flex w-3.5 shrink-0 justify-center">
        {thing ? <Status thing={thing} /> : <Icon size={14} aria-hidden className="text-mute" />}
      </span>
      <span className="flex min-w-0 flex-1 items-baseline gap-x-2 max-md:flex-col">
        <b className="max-w-full truncate font-medium">
          <bdi>{name}</bdi>
        </b>
        {what && (
          <span className="max-w-full min-w-0 truncate text-sm text-mute">
            {what}
            {where && ` · ${where}`}
          </span>
        )}
      </span>
      {keys && readableKeys(keys).map((key) => <Kbd key={key}>{key}</Kbd>)}
      {thing && <StatusWord thing={thing} />}
    </>
  );
}

/** The status is live, while the results keep their places. */
const useStatus = (thing: Thing) => {
  const state = useLive((live) => live.state);
  return state ? statusOf(thing, state) : undefined;
};

const Status = ({ thing }: { thing: Thing }) => <Dot state={useStatus(thing)?.tone ?? 'off'} label="" />;

function StatusWord({ thing }: { thing: Thing }) {
  const status = useStatus(thing);
  return <span className="shrink-0 text-sm text-soft">{status ? statusText(status.label) : messages.gone}</span>;
}
