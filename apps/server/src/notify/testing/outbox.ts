// An outbox over a real file. Its destinations are in a list that the test changes, and the test plays the service behind them.
import type { Severity } from '@belfry/schema/alerts/config';
import { everything } from '@belfry/schema/notifications/everything';
import { onTestFinished } from 'vitest';
import { createAlertWrites } from '../../db/alert-writes.ts';
import { type AlertsFileOptions, openAlertsFile } from '../../db/alerts-file.ts';
import type { Backend } from '../../db/backend.ts';
import { createDisk } from '../../db/disk.ts';
import { openLocalOutbox, takeInLocal } from '../../db/local-outbox.ts';
import type { Notified, OutboxChanges } from '../../db/outbox-store.ts';
import { occurrence } from '../../db/testing/occurrences.ts';
import { START, tempDir } from '../../db/testing/temp-store.ts';
import type { Clock, Task } from '../../lib/clock.ts';
import type { OnDefect } from '../../lib/defects.ts';
import { type FakeClock, fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import type { Destination } from '../destination.ts';
import type { Notice, NoticeAlert, NoticeKind } from '../notice.ts';
import type { Message, Sender, SendResult, Service } from '../notifier.ts';
import { openOutbox } from '../outbox/outbox.ts';
import type { ChangeBefore, ForecastFor } from '../preceding.ts';

export const destination = (id: string, change: Partial<Destination> = {}): Destination => ({
  ...{ id, channel: 'webhook', service: 'played', name: `name of ${id}`, enabled: true, routing: everything },
  ...{ resolutions: true, settings: {}, ...change },
});

/** Critical where the name of the occurrence says so. */
const alertOf = (id: string) => occurrence(id, {}, { level: id.startsWith('critical') ? 'critical' : 'warning' }).alert;
const about = (...occurrences: string[]): NoticeAlert[] =>
  occurrences.map((id) => ({ alert: alertOf(id), occurrence: id, duration: 0 }));
export const notice = (kind: NoticeKind, ...occurrences: string[]): Notice => ({
  ...{ kind, alerts: about(...occurrences), at: START },
});
const notified = (id: string, to: string): Notified => ({
  ...{ destination: to, occurrence: id, alert: alertOf(id), level: alertOf(id).level, flapping: false },
  ...{ escalation: 0, times: [START] },
});

/** What the far side does with a message. `to`: the settings of the destination, as JSON. */
type Play = (message: Message, signal: AbortSignal, to: string) => SendResult | Promise<SendResult>;
/** `second`: when it came, since the start. */
interface Received {
  to: string;
  key: string;
  kind: NoticeKind;
  occurrences: string[];
  threads: Message['threads'];
  second: number;
}
export const accepted: SendResult = { ok: true, status: 200, words: 'ok' };

const nothing: OutboxChanges = { put: [], updated: [], notified: [], forgotten: [] };
const unused = (): never => {
  throw new Error('The played service makes no requests.');
};

export interface OutboxSetup {
  dataDir?: string;
  clock?: FakeClock;
  destinations?: Destination[];
  perMinute?: number;
  play?: Play;
  /** Default: a file. */
  backend?: Backend | undefined;
  /** Another behaviour of the database. */
  change?: AlertsFileOptions['change'];
  changeBefore?: ChangeBefore;
  forecastFor?: ForecastFor;
  /** Default: a defect fails the test. */
  onDefect?: OnDefect;
  /** Its database is a server, which may be away. */
  isServer?: boolean;
}

export async function startOutbox({
  dataDir = tempDir(),
  clock = fakeClock(START),
  destinations = [destination('webhook:a'), destination('email')],
  perMinute = 6000,
  play = () => accepted,
  backend,
  change,
  changeBefore = async () => undefined,
  forecastFor = async () => undefined,
  onDefect: noted,
  isServer = backend !== undefined,
}: OutboxSetup = {}) {
  const lines: string[] = [];
  const log = createLogger('info', (line) => lines.push(line));
  /** A process that was killed does nothing more. */
  let isKilled = false;
  const alive = (run: Task) => () => (isKilled ? undefined : run());
  const own: Clock = {
    ...clock,
    after: (ms, run) => clock.after(ms, alive(run)),
    every: (ms, run) => clock.every(ms, alive(run)),
  };
  const end = () => {
    isKilled = true;
    return file.close();
  };
  const file = openAlertsFile({ dataDir, backend, ...(change && { change }), clock: own, log });
  const store = file.outbox;
  const disk = createDisk({ dataDir, probeDatabase: () => store.save(nothing).then(() => {}), clock: own, log });
  const local = isServer ? openLocalOutbox(dataDir, log) : undefined;
  if (local) await takeInLocal(local, file, log);
  const received: Received[] = [];
  const notices: Notice[] = [];
  const far = { play, opened: 0, closed: 0 };
  const service: Service<unknown> = {
    ...{ key: 'played', title: 'Played', perMinute },
    open(settings): Sender {
      far.opened++;
      return {
        target: 'https://chat.example/•••',
        send: async (message, signal) => {
          const { key, notice: sent, threads } = message;
          received.push({
            ...{ to: JSON.stringify(settings), key, kind: sent.kind, threads },
            occurrences: sent.alerts.map((one) => one.occurrence),
            second: (clock.monotonic() - START) / 1000,
          });
          notices.push(sent);
          return far.play(message, signal, JSON.stringify(settings));
        },
        close: async () => void far.closed++,
      };
    },
  };
  const listeners: (() => void)[] = [];
  const list = { current: destinations };
  const onDefect: OnDefect = (error, where) => {
    if (isKilled) return;
    if (!noted) throw error;
    noted(error, where);
  };
  const writes = createAlertWrites({ file, disk, local, onDefect });
  const outbox = await openOutbox({
    ...{
      store,
      writes,
      clock: own,
      log,
      publicUrl: () => 'https://belfry.example',
    },
    destinations: { list: () => list.current, onChange: (listener) => void listeners.push(listener) },
    services: new Map([['played', service]]),
    service: { ...{ clock, log }, request: unused, connect: unused },
    changeBefore,
    forecastFor,
    onDefect,
  });
  const destinationOf = (id: string) => list.current.find((one) => one.id === id) ?? destination(id);
  const part = {
    ...{ outbox, store, file, writes, disk, clock, dataDir, lines, received, notices, far, service, end },
    queue(to: string, kind: NoticeKind, ...occurrences: string[]) {
      outbox.queue([{ notice: notice(kind, ...occurrences), destination: destinationOf(to) }], {
        put: occurrences.map((id) => notified(id, to)),
        remove: [],
      });
    },
    /** The alert of an occurrence has another level now. */
    queueLevel(to: string, kind: NoticeKind, id: string, level: Severity) {
      const { alerts, ...rest } = notice(kind, id);
      const changed = alerts.map((one) => ({ ...one, alert: { ...one.alert, level } }));
      const put = [{ ...notified(id, to), level }];
      outbox.queue([{ notice: { ...rest, alerts: changed }, destination: destinationOf(to) }], { put, remove: [] });
    },
    configure(...next: Destination[]) {
      list.current = next;
      for (const listener of listeners) listener();
    },
    /** The log of deliveries, the oldest first. */
    async log() {
      await outbox.settled();
      return (await store.find({}, 1e5, 0)).toReversed();
    },
    async states() {
      return (await part.log()).map(({ state, attempts }) => `${state} ${attempts}`);
    },
    /** As after kill -9: what is only in memory is lost. */
    async killed(next: Omit<OutboxSetup, 'dataDir' | 'clock'> = {}) {
      await end();
      return startOutbox({ destinations: list.current, perMinute, play, ...next, dataDir, clock });
    },
  };
  onTestFinished(end);
  outbox.start();
  return part;
}
