// The five cards of a mail gateway.

import type { Level } from '@belfry/domain/thresholds';
import type { Alert } from '@belfry/schema/entities/alert';
import type { PmgInstance } from '@belfry/schema/entities/pmg';
import { type ReactNode, useId } from 'react';
import { NONE } from '../../lib/language/format.ts';
import { levelText } from '../../lib/tone.ts';
import {
  age,
  type Bands,
  count,
  levelBy,
  megabytes,
  messagesPerMinute,
  perHour,
  queueOf,
  seconds,
  share,
} from './figures.ts';
import { messages } from './messages.ts';
import { SpamChart } from './spam-chart.tsx';

interface CardsProps {
  gateway: PmgInstance;
  /** The active ones of the gateway. */
  alerts: readonly Alert[];
  bands: Bands;
}

export function Cards({ gateway, alerts, bands }: CardsProps) {
  const { mailStats: stats, quarantine, spamDistribution } = gateway;
  const queue = queueOf(gateway);
  return (
    <div className="grid gap-2 md:grid-cols-2 lg:grid-cols-3 min-[1400px]:grid-cols-5 md:max-[1399px]:*:last:col-span-2">
      <Card title={messages.flow}>
        <Figure
          name={messages.figures.total}
          value={count(stats?.countTotal)}
          remark={perHour(stats?.countTotal)}
          main
        />
        <Figure name={messages.figures.inbound} value={count(stats?.countIn)} remark={perHour(stats?.countIn)} />
        <Figure name={messages.figures.outbound} value={count(stats?.countOut)} remark={perHour(stats?.countOut)} />
        <Figure
          name={messages.figures.bouncesIn}
          value={count(stats?.bouncesIn)}
          remark={share(stats?.bouncesIn, stats?.countIn)}
        />
        <Figure
          name={messages.figures.bouncesOut}
          value={count(stats?.bouncesOut)}
          remark={share(stats?.bouncesOut, stats?.countOut)}
        />
        <Figure
          name={messages.figures.greylisted}
          value={count(stats?.greylistCount)}
          remark={perHour(stats?.greylistCount)}
        />
      </Card>
      <Card title={messages.volume}>
        <Figure
          name={messages.figures.inbound}
          value={megabytes(stats?.bytesIn)}
          remark={hourly(stats?.bytesIn)}
          main
        />
        <Figure name={messages.figures.outbound} value={megabytes(stats?.bytesOut)} remark={hourly(stats?.bytesOut)} />
      </Card>
      <Card title={messages.threat}>
        <Figure
          name={messages.figures.spam}
          value={count(stats?.spamIn)}
          remark={share(stats?.spamIn, stats?.countIn)}
          main
        />
        <Figure
          name={messages.figures.viruses}
          value={count(stats?.virusIn)}
          remark={share(stats?.virusIn, stats?.countIn)}
        />
        <Figure
          name={messages.figures.rblRejects}
          value={count(stats?.rblRejects)}
          remark={perHour(stats?.rblRejects)}
        />
        <Figure
          name={messages.figures.pregreetRejects}
          value={count(stats?.pregreetRejects)}
          remark={perHour(stats?.pregreetRejects)}
        />
        <Figure name={messages.figures.junk} value={count(stats?.junkIn)} remark={perHour(stats?.junkIn)} />
        <Figure name={messages.figures.quarantinedSpam} value={count(quarantine?.spam)} />
        <Figure name={messages.figures.quarantinedViruses} value={count(quarantine?.virus)} />
        <Figure name={messages.figures.quarantinedAttachments} value={count(quarantine?.attachment)} />
        <Figure name={messages.figures.blacklisted} value={count(quarantine?.blacklisted)} />
      </Card>
      <Card title={messages.delivery}>
        <Figure
          name={messages.figures.queue}
          value={count(queue.total)}
          level={levelBy(alerts, 'queue-depth', bands.isLong(queue.total))}
          main
        />
        <Figure
          name={messages.figures.oldestMessage}
          value={age(queue.oldestAge)}
          level={levelBy(alerts, 'message-age', bands.isOld(queue.oldestAge))}
        />
        <Figure
          name={messages.figures.deferred}
          value={count(queue.deferred)}
          level={levelBy(alerts, 'queue-deferred')}
        />
        <Figure name={messages.figures.active} value={count(queue.active)} />
        <Figure
          name={messages.figures.processTime}
          value={seconds(stats?.averageProcessTimeMs)}
          remark={messagesPerMinute(stats?.averageProcessTimeMs)}
        />
      </Card>
      <Card title={messages.spam}>
        <SpamChart distribution={spamDistribution} />
      </Card>
    </div>
  );
}

const hourly = (bytes: number | undefined): string => (bytes === undefined ? NONE : `${megabytes(bytes / 24)}/h`);

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card px-3.5 pt-2.5 pb-3">
      <h3 id={id} className="mb-2 text-xs font-[550] text-mute">
        {title}
      </h3>
      <dl className="flex flex-col gap-1 text-sm">{children}</dl>
    </section>
  );
}

interface FigureProps {
  name: string;
  value: string;
  remark?: string;
  level?: Level;
  /** The main figure of the card. */
  main?: boolean;
}

function Figure({ name, value, remark, level = 'ok', main = false }: FigureProps) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="min-w-0 flex-1 truncate text-soft">{name}</dt>
      <dd className={`figure tabular-nums ${main ? 'text-lg font-semibold' : ''} ${levelText(level)}`}>{value}</dd>
      <dd className="w-16 shrink-0 text-right text-mute tabular-nums">{remark}</dd>
    </div>
  );
}
