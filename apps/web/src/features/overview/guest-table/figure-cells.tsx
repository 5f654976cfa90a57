// Cells with figures. They are written into the page with each update, and render only when something else changed.
import type { Limit } from '@belfry/domain/alerts/thresholds';
import { type Figures, type GuestFacts, unknownFigures } from '@belfry/domain/guest-figures';
import type { UsageMetric } from '@belfry/domain/thresholds';
import { memo, useRef } from 'react';
import { diskReason } from '../../../lib/disk-reason.ts';
import { guestTone } from '../../../lib/tone.ts';
import { writeClass, writeText } from '../../../lib/write.ts';
import { useLive, usePaintedFigures } from '../../../live/use-live.ts';
import { tapHint } from '../../../ui/hint.tsx';
import { EmptyMeter, paintMeter } from '../../../ui/meter.tsx';

interface FigureTextProps {
  /** Of the guest. */
  id: string;
  inView: boolean;
  text(figures: Figures): string;
  /** The classes of its colour and weight. */
  look(figures: Figures, limit: Limit | undefined): string;
  limit: Limit | undefined;
}

export const FigureText = memo(function FigureText({ id, inView, text, look, limit }: FigureTextProps) {
  const element = useRef<HTMLSpanElement>(null);
  usePaintedFigures(id, inView, (figures) => {
    const { current } = element;
    if (!current) return;
    writeText(current, text(figures));
    writeClass(current, `figure ${look(figures, limit)}`);
  });
  return <span ref={element} />;
});

interface UsageProps {
  guest: GuestFacts;
  inView: boolean;
  metric: UsageMetric;
  /** -1 where the usage is not known. */
  percentOf(figures: Figures): number;
  /** What is used of how much. Absent where the column has no room for it. */
  amountOf: ((guest: GuestFacts, figures: Figures) => string) | undefined;
  limit: Limit | undefined;
}

export const Usage = memo(function Usage({ guest, inView, metric, percentOf, amountOf, limit }: UsageProps) {
  const meter = useRef<HTMLDivElement>(null);
  const isKnown = useLive(({ figures }) => percentOf(figures.get(guest.id) ?? unknownFigures) >= 0);
  usePaintedFigures(guest.id, inView, (figures) => {
    const percent = percentOf(figures);
    paintMeter(meter.current, {
      percent,
      tone: guestTone(metric, percent, guest.memory, limit),
      caption: amountOf?.(guest, figures),
    });
  });
  if (!isKnown) return <UnknownDisk guest={guest} />;
  return <EmptyMeter ref={meter} limit={limit} captioned={amountOf !== undefined} />;
});

function UnknownDisk({ guest }: { guest: GuestFacts }) {
  const { short, text } = diskReason(guest);
  return (
    <span
      className="block truncate cursor-help text-mute underline decoration-line decoration-dotted underline-offset-3"
      {...tapHint(text)}
    >
      {short}
      <span className="sr-only">: {text}</span>
    </span>
  );
}
