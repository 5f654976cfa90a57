// The five cards of a mail gateway.

import type { PmgInstance } from '@belfry/schema/entities/pmg';
import { type ReactNode, useId } from 'react';
import { NONE } from '../../lib/language/format.ts';
import { warnText } from '../../lib/tone.ts';
import {
  age,
  count,
  megabytes,
  messageIsOld,
  messagesPerMinute,
  perHour,
  queueIsLong,
  queueOf,
  seconds,
  share,
} from './figures.ts';
import { messages } from './messages.ts';
import { SpamChart } from './spam-chart.tsx';

export function Cards({ gateway }: { gateway: PmgInstance }) {
  const { mailStats: stats, quarantine, spamDistribution } = gateway;
  const queue = queueOf(gateway);
  return (
    <div className="grid gap-2 md:grid-cols-2 lg:grid-cols-3 min-[1400px]:grid-cols-5 md:max-[1399px]:*:last:col-span-2">
      <Card title={messages.flow}>
        <Figure name="Total" value={count(stats?.countTotal)} remark={perHour(stats?.countTotal)} main />
        <Figure name="Inbound" value={count(stats?.countIn)} remark={perHour(stats?.countIn)} />
        <Figure name="Outbound" value={count(stats?.countOut)} remark={perHour(stats?.countOut)} />
        <Figure name="Bounces in" value={count(stats?.bouncesIn)} remark={share(stats?.bouncesIn, stats?.countIn)} />
        <Figure
          name="Bounces out"
          value={count(stats?.bouncesOut)}
          remark={share(stats?.bouncesOut, stats?.countOut)}
        />
      </Card>
      <Card title={messages.volume}>
        <Figure name="Inbound" value={megabytes(stats?.bytesIn)} remark={hourly(stats?.bytesIn)} main />
        <Figure name="Outbound" value={megabytes(stats?.bytesOut)} remark={hourly(stats?.bytesOut)} />
        <Figure name="RBL rejects" value={count(stats?.rblRejects)} remark={perHour(stats?.rblRejects)} />
        <Figure
          name="Pregreet rejects"
          value={count(stats?.pregreetRejects)}
          remark={perHour(stats?.pregreetRejects)}
        />
        <Figure name="Greylisted" value={count(stats?.greylistCount)} remark={perHour(stats?.greylistCount)} />
      </Card>
      <Card title={messages.threat}>
        <Figure name="Spam" value={count(stats?.spamIn)} remark={share(stats?.spamIn, stats?.countIn)} main />
        <Figure name="Viruses" value={count(stats?.virusIn)} remark={share(stats?.virusIn, stats?.countIn)} />
        <Figure name="Junk" value={count(stats?.junkIn)} remark={perHour(stats?.junkIn)} />
        <Figure name="Quarantined spam" value={count(quarantine?.spam)} />
        <Figure name="Quarantined viruses" value={count(quarantine?.virus)} />
        <Figure name="Quarantined attachments" value={count(quarantine?.attachment)} />
        <Figure name="Blacklisted" value={count(quarantine?.blacklisted)} />
      </Card>
      <Card title={messages.delivery}>
        <Figure name="Queue" value={count(queue.total)} warn={queueIsLong(queue.total)} main />
        <Figure name="Oldest message" value={age(queue.oldestAge)} warn={messageIsOld(queue.oldestAge)} />
        <Figure name="Deferred" value={count(queue.deferred)} />
        <Figure name="Active" value={count(queue.active)} />
        <Figure
          name="Process time"
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
  warn?: boolean;
  /** The main figure of the card. */
  main?: boolean;
}

function Figure({ name, value, remark, warn = false, main = false }: FigureProps) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="min-w-0 flex-1 truncate text-soft">{name}</dt>
      <dd className={`figure tabular-nums ${main ? 'text-lg font-semibold' : ''} ${warnText(warn)}`}>{value}</dd>
      <dd className="w-16 shrink-0 text-right text-mute tabular-nums">{remark}</dd>
    </div>
  );
}
