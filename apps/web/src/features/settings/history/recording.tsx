// The settings of the history: whether it is recorded, how long each resolution is kept, and how large it may be.
import type { HistoryStatusReply } from '@belfry/schema/http/history';
import { formatAgo } from '../../../lib/language/format.ts';
import { useNow } from '../../../lib/now.ts';
import { Card } from '../../../ui/card.tsx';
import { Flag, Text } from '../system/cards.tsx';
import type { CardForm } from '../system/settings-form.tsx';
import { messages } from './messages.ts';

/** From fine to coarse, as the tiers of the status. */
const KEPT = ['historyFineHours', 'historyMinuteDays', 'historyTenMinuteDays', 'historyHourDays'] as const;

interface RecordingProps {
  card: CardForm;
  status: HistoryStatusReply | undefined;
}

export function Recording({ card, status }: RecordingProps) {
  const now = useNow();
  const oldestOf = (tier: number): string => {
    if (status?.remote) return '';
    const oldest = status?.tiers[tier]?.oldest;
    return oldest === undefined ? messages.nothingYet : messages.oldest(formatAgo(oldest, now));
  };
  return (
    <Card title={messages.recording} hint={messages.recordingHint}>
      <Flag card={card} name="historyEnabled" label={messages.enabled} hint={messages.enabledHint} />
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {KEPT.map((name, tier) => (
          <Text
            key={name}
            card={card}
            name={name}
            label={messages.kept[name]}
            hint={`${messages.bounds[name]} ${oldestOf(tier)}`}
            inputMode="numeric"
          />
        ))}
      </div>
      <div className="max-w-md">
        <Text card={card} name="historyMaxMegabytes" label={messages.cap} hint={messages.capHint} inputMode="numeric" />
      </div>
    </Card>
  );
}
