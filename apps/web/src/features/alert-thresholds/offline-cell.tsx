// Whether it is an alert when the thing of a row does not answer or is powered off. A click goes on to the next state.
import type { CellContext } from './cell-context.ts';
import { type Offline, offlineOf } from './changes.ts';
import { messages } from './messages.ts';
import { rowName } from './row-name.ts';
import type { ValueRow } from './rows.ts';

export function OfflineCell({ row, context }: { row: ValueRow; context: CellContext }) {
  const now = offlineState(row, context);
  if (now === undefined) return null;
  const look = `offline-state is-${now.state} ${now.own ? 'from-own' : ''}`;
  const text = messages.offline[now.state];
  if (!context.mayEdit || now.forced) return <span className={look}>{text}</span>;
  return (
    <button
      type="button"
      tabIndex={context.tabIndex}
      className={look}
      aria-label={messages.offlineOf(rowName(row), text)}
      onClick={() => context.actions.offline(row)}
    >
      {text}
    </button>
  );
}

interface OfflineState {
  state: Offline;
  /** Set for this row itself. */
  own: boolean;
  /** The switch of the table has switched it off. */
  forced: boolean;
}

function offlineState({ target }: ValueRow, { config, now, tableOffline }: CellContext): OfflineState | undefined {
  const { section } = target;
  if (section.offline === undefined) return undefined;
  const forced = !tableOffline;
  if (now) {
    const { disableConnectivity, poweredOffSeverity } = now.origins;
    const own = disableConnectivity?.from === 'override' || poweredOffSeverity?.from === 'override';
    const state = now.connectivityDisabled ? 'off' : section.offline === 'switch' ? 'on' : now.poweredOffSeverity;
    return { state, own, forced };
  }
  const state = config ? offlineOf(config, target) : undefined;
  return state && { state: forced ? 'off' : state, own: target.kind === 'defaults', forced };
}
