// What is sent when a message cannot be made as it should be: the alert in English, without what a message can do without. So a line that
// throws costs the line, and the message arrives.
import type { Alert } from '@belfry/schema/entities/alert';
import type { OnDefect } from '../lib/defects.ts';
import type { MirrorView, Sender } from './notifier.ts';

type Dress = (sender: Sender) => Promise<Sender>;

/**
 * The sender as `dress` makes it. A message that it throws at is sent by `plain` itself. What throws there too ends the attempt, and the
 * outbox tries again.
 */
export async function orBare(plain: Sender, dress: Dress, onDefect: OnDefect): Promise<Sender> {
  const dressed = await dress(plain);
  return {
    ...dressed,
    async send(message, signal) {
      try {
        return await dressed.send(message, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        onDefect(error, 'the text of a message');
        const { timeZone: _, words: __, ...notice } = message.notice;
        const alerts = notice.alerts.map(({ change: _, forecast: __, ...entry }) => ({
          ...entry,
          alert: withoutAffected(entry.alert),
        }));
        return plain.send({ ...message, notice: { ...notice, alerts } }, signal);
      }
    },
  };
}

/** The same for what shows the present state. */
export const bareView = ({ changeOf: _, words: __, active, ended, ...view }: MirrorView): MirrorView => ({
  ...view,
  active: active.map(withoutAffected),
  ended: ended.map((end) => ({ ...end, alert: withoutAffected(end.alert) })),
});

function withoutAffected(alert: Alert): Alert {
  if (!alert.metadata) return alert;
  const { affects: _, ...metadata } = alert.metadata;
  return { ...alert, metadata };
}
