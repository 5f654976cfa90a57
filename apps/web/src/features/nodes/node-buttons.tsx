// The nodes of a large estate above a screen about something else: one line of small buttons that filter the list below. As in the rows
// of the Overview, the dot is the status, and the edge the alerts.
import { type AlertMark, worstMark } from '@belfry/domain/status';
import { shortNames } from '../../lib/short-names.ts';
import { useAlertMarks } from '../../live/use-alert-marks.ts';
import { Dot } from '../../ui/dot.tsx';
import { hint } from '../../ui/hint.tsx';
import { statusText } from '../../ui/status-text.ts';
import { COUNTED, type SummaryTab } from './counts.ts';
import { messages } from './messages.ts';
import type { SummaryRow } from './summary-rows.ts';

interface NodeButtonsProps {
  tab: SummaryTab;
  rows: readonly SummaryRow[];
  selected: string | null;
  onSelect(id: string | null): void;
}

const PBS = 'PBS';

const button =
  'inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md px-1.5 text-sm tabular-nums hover:bg-hover max-md:h-10 max-md:min-w-10 ' +
  'data-[mark]:rounded-l-none aria-pressed:bg-raise aria-pressed:not-data-[mark]:shadow-[inset_0_0_0_1px_var(--color-line)]';
/** Of the chosen one, where its status has no colour of its own. */
const plain = 'text-soft aria-pressed:text-text';

export function NodeButtons({ tab, rows, selected, onSelect }: NodeButtonsProps) {
  const marks = useAlertMarks();
  const groups = [...Map.groupBy(rows, ({ list, instance, id }) => (list === 'pbs' ? PBS : (instance ?? id)))].map(
    ([key, members]) => ({ key, members, name: clusterName(key, members) }),
  );
  const labels = shortNames(groups.flatMap(({ name }) => (name === PBS ? [] : name)));
  return (
    <fieldset
      aria-label={messages.nodeButtons}
      className="kiosk:hidden mb-1 flex max-h-[60px] min-w-0 flex-wrap items-center gap-x-2 gap-y-1 overflow-y-auto pt-1 max-md:max-h-none max-md:flex-nowrap max-md:overflow-x-auto max-md:[scrollbar-width:none]"
    >
      <button
        type="button"
        aria-pressed={selected === null}
        className={`${button} font-medium ${plain}`}
        onClick={() => onSelect(null)}
      >
        {messages.allNodes}
      </button>
      {groups.map(({ key, members, name }, place) => {
        const short = shortNames(
          members.map((row) => row.name),
          name === PBS ? '' : name,
        );
        return (
          <span key={key} className="flex shrink-0 items-center">
            {members.length > 1 && (
              <span className="px-1 text-sm text-mute" {...hint(name)}>
                {name === PBS ? name : labels[place]}
              </span>
            )}
            {members.map((row, at) => (
              <NodeButton
                key={row.id}
                row={row}
                tab={tab}
                mark={worstMark(marks.get(row.id), marks.get(row.instance ?? ''))}
                text={members.length > 1 ? (short[at] ?? row.name) : row.name}
                pressed={selected === row.id}
                onPress={() => onSelect(selected === row.id ? null : row.id)}
              />
            ))}
          </span>
        );
      })}
    </fieldset>
  );
}

const clusterName = (key: string, members: readonly SummaryRow[]): string =>
  key === PBS ? PBS : (members.find(({ remark }) => remark !== '')?.remark ?? key);

interface NodeButtonProps {
  row: SummaryRow;
  tab: SummaryTab;
  mark: AlertMark | undefined;
  text: string;
  pressed: boolean;
  onPress(): void;
}

function NodeButton({ row, tab, mark, text, pressed, onPress }: NodeButtonProps) {
  const { status, counts, name } = row;
  const own = COUNTED[tab].flatMap((key) => (counts[key] == null ? [] : messages.countOf(key, counts[key])));
  const says = [`${name}: ${statusText(status.label)}`, ...own, ...(mark ? [messages.alertMarks[mark]] : [])].join(
    ' · ',
  );
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-label={says}
      data-mark={mark}
      className={`marked ${button} ${status.isProblem ? 'font-semibold text-crit' : plain}`}
      onClick={onPress}
      {...hint(says)}
    >
      <Dot state={status.tone} label="" />
      {text}
    </button>
  );
}
