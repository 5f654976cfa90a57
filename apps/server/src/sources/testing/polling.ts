// For tests: a source of invented polls that is polled, on a clock that moves only when a test moves it.
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Findings, SourceError } from '@belfry/schema/messages/observation';
import { createCallCounts } from '../../lib/call-counts.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { startPolling } from '../poller.ts';
import type { Emitted, Poll, Source } from '../source.ts';

export type Outcome = Result<Findings, SourceError>;
export const good: Outcome = ok({ slices: {} });
export const refused: Outcome = fail({ kind: 'unreachable', message: 'nobody there' });

export function setUp(
  polls: (Partial<Poll> & Pick<Poll, 'run'>)[],
  random = 0,
  observe = (_: Emitted) => {},
  neighbours?: number,
) {
  const defects: unknown[] = [];
  const clock = fakeClock(0, (error) => defects.push(error));
  const observed: Emitted[] = [];
  const lines: { msg: string; level: number }[] = [];
  const counts = createCallCounts();
  const source: Source = {
    instance: { id: 'pve1', kind: 'pve', name: 'pve1', host: 'https://pve1' },
    polls: polls.map((poll, i) => ({
      name: `poll${i}`,
      everyMs: 10_000,
      timeoutMs: 5000,
      essential: true,
      ...poll,
      run(signal) {
        counts.open(signal);
        return poll.run(signal);
      },
    })),
    calls: counts.take,
    rename() {},
    endpoints: () => [],
    close: async () => {},
  };
  const log = createLogger('info', (line) => lines.push(JSON.parse(line)));
  const pace: { everyMs?: number } = {};
  const polling = startPolling(source, {
    ...{ clock, log, random: () => random },
    observe(observation) {
      observed.push(observation);
      observe(observation);
    },
    everyMs: () => pace.everyMs ?? 10_000,
    ...(neighbours !== undefined && { neighbours }),
  });
  const times = (poll = 'poll0') => observed.filter((o) => o.poll === poll).map((o) => o.at);
  return { clock, observed, lines, polling, times, pace, defects, counts };
}
