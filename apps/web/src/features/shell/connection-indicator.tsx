// Whether the figures are live.
import { useConnection } from '../../live/use-live.ts';
import { messages } from './messages.ts';

export function ConnectionIndicator() {
  const { state } = useConnection();
  const [dot, text] = {
    connected: ['ok', messages.connected],
    reconnecting: ['warn', messages.reconnecting],
    // the first attempt is not a failure yet, so the shape is grey
    connecting: ['off', messages.disconnected],
    failing: ['crit', messages.notApplied],
    closed: ['crit', messages.disconnected],
  }[state] as [string, string];
  return (
    <span role="status" className="ml-2 inline-flex items-center justify-end gap-2 text-sm text-soft lg:min-w-28">
      <span className={`dot ${dot}`} />
      {/* a small window has no room for it in every language */}
      <span className="max-lg:sr-only">{text}</span>
    </span>
  );
}
