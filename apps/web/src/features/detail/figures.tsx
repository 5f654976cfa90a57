// The live figures. Each says what it means, who measured it, when and how well.
import { formatAgo } from '../../lib/language/format.ts';
import { useNow } from '../../lib/now.ts';
import { Meter } from '../../ui/meter.tsx';
import type { Figure, Measured } from './detail.ts';
import './detail.css';
import { messages } from './messages.ts';

export function Figures({ figures, old }: { figures: readonly Figure[]; old: boolean }) {
  return (
    <ul aria-label={messages.figures} className={`card figure-tiles ${old ? 'old' : ''}`}>
      {figures.map((figure) => (
        <li key={figure.id} className="min-w-0 px-3.5 py-2.5">
          <FigureHead figure={figure} />
        </li>
      ))}
    </ul>
  );
}

export function FigureHead({ figure: { title, share, values = [], note, measured } }: { figure: Figure }) {
  return (
    <>
      <h2 className="text-sm font-semibold">{title}</h2>
      {share && (
        <div className={`my-0.5 ${measured?.estimated ? 'estimated' : ''}`}>
          <Meter percent={share.percent} tone={share.tone} limit={share.limit} />
        </div>
      )}
      {values.length > 0 && (
        <dl className="my-0.5 grid grid-cols-[auto_1fr] gap-x-2 text-sm">
          {values.map(([name, text]) => (
            <div key={name} className="contents">
              <dt className="text-mute">{name}</dt>
              <dd className="figure num">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {note !== undefined && <p className="text-xs text-mute tabular-nums">{note}</p>}
      {measured && <Source measured={measured} />}
    </>
  );
}

function Source({ measured: { source, at, estimated } }: { measured: Measured }) {
  return (
    <p className="text-xs text-mute tabular-nums">
      {at === undefined ? source : <SourceAndAge source={source} at={at} />}
      {estimated && <b className="ml-1 font-semibold">{messages.estimated}</b>}
    </p>
  );
}

const SourceAndAge = ({ source, at }: { source: string; at: string }) =>
  messages.measured(source, formatAgo(Date.parse(at), useNow()));
