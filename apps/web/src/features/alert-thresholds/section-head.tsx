// The head of a table: what it is about, its switches, the delay of its alerts.
import { useState } from 'react';
import { Theirs } from '../../lib/draft/theirs.tsx';
import { formatCount } from '../../lib/language/format.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { delayChanges } from './changes.ts';
import { readDelay } from './fields.ts';
import { messages } from './messages.ts';
import { FEW } from './rows.ts';
import { delayPath, type Section } from './sections.ts';
import { globalDelay } from './targets.ts';
import type { EditingState } from './use-editing.ts';
import { tableName, wrongText } from './value-text.ts';

interface SectionHeadProps {
  section: Section;
  count: number;
  editing: EditingState;
  hasRows: boolean;
  /** The keys of the rows that can be selected now. */
  selectable(): readonly string[];
  unfolded: boolean;
  /** Undefined where nothing is folded. */
  onUnfold: ((unfolded: boolean) => void) | undefined;
  tags: readonly string[];
  /** Undefined in a table without values for tags. */
  onTag: ((tag: string) => void) | undefined;
}

export function SectionHead(props: SectionHeadProps) {
  const { section, count, editing, hasRows, selectable, unfolded, onUnfold, onTag } = props;
  const { config, mayEdit, set } = editing.draft;
  const title = tableName(section);
  const { allOff, offlineOff } = section;
  const allSelected = editing.selected.size > 0 && hasRows && selectable().every((key) => editing.selected.has(key));
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-3.5 py-1 text-sm">
      <h2 className="flex items-center gap-2 text-md font-semibold">
        {mayEdit && hasRows && (
          <input
            type="checkbox"
            className="size-3.5 accent-brand max-md:size-5"
            aria-label={messages.selectAll(title)}
            checked={allSelected}
            onChange={() => editing.select(selectable(), !allSelected)}
          />
        )}
        {title} <span className="font-normal text-mute tabular-nums">{formatCount(count)}</span>
        {(section.id === 'pbs' || section.id === 'datastores') && (
          <span className="font-normal text-mute text-sm">{messages.defaultsOf[section.id]}</span>
        )}
      </h2>
      {onUnfold && count > FEW && (
        <Button className="h-7!" onClick={() => onUnfold(!unfolded)}>
          {unfolded ? messages.fold : messages.unfold(count)}
        </Button>
      )}
      {mayEdit && onTag && <AddTag tags={props.tags} onTag={onTag} />}
      <span className="flex-1" />
      {section.delays !== undefined && <Delay section={section} delays={section.delays} editing={editing} />}
      {allOff && (
        <Switch
          label={<span className="font-normal text-soft">{messages.alerts}</span>}
          name={messages.alertsOf(title)}
          checked={!config[allOff]}
          disabled={!mayEdit}
          onChange={(on) => set([allOff], !on)}
        />
      )}
      {offlineOff && (
        <Switch
          label={<span className="font-normal text-soft">{messages.offlineAlerts}</span>}
          name={messages.offlineAlertsOf(title)}
          checked={!config[offlineOff]}
          disabled={!mayEdit}
          onChange={(on) => set([offlineOff], !on)}
        />
      )}
    </div>
  );
}

const small =
  'h-7 rounded-md border border-field-line bg-field px-2 text-sm text-text placeholder:text-mute disabled:opacity-60 aria-invalid:border-crit max-md:h-10 max-md:text-[16px]';

/** The seconds of all metrics of a table that have none of their own. */
function Delay({ section, delays, editing }: { section: Section; delays: string; editing: EditingState }) {
  const { config, mayEdit, field, refuse, reset, setAll } = editing.draft;
  const path = delayPath(delays);
  const { text, error, theirs } = field(path);
  const [typed, setTyped] = useState<string>();
  const leave = () => {
    if (typed === undefined) return;
    setTyped(undefined);
    const read = readDelay(typed);
    if (read.kind === 'value') setAll(delayChanges(section, read.value));
    else if (read.kind === 'wrong') refuse(path, typed, wrongText(read));
    else reset(path);
  };
  return (
    <span className="flex flex-wrap items-center gap-1.5 text-soft">
      <label className="flex items-center gap-1.5">
        {messages.delay}
        <input
          className={`${small} w-14 text-right tabular-nums`}
          inputMode="numeric"
          aria-label={messages.delayOf(tableName(section))}
          aria-invalid={error !== undefined}
          disabled={!mayEdit}
          value={typed ?? text ?? messages.number(globalDelay(config, section))}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === 'Enter') leave();
            if (event.key !== 'Escape' || typed === undefined) return;
            event.preventDefault();
            setTyped(undefined);
          }}
        />
        {messages.seconds}
      </label>
      {error !== undefined && <span className="text-crit">{error}</span>}
      {theirs && <Theirs value={String(theirs.value)} onTake={() => reset(path)} />}
    </span>
  );
}

function AddTag({ tags, onTag }: { tags: readonly string[]; onTag(tag: string): void }) {
  const [tag, setTag] = useState<string | null>(null);
  if (tag === null)
    return (
      <Button className="h-7!" onClick={() => setTag('')}>
        {messages.addTag}
      </Button>
    );
  return (
    <form
      className="flex items-center gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (tag.trim() === '') return;
        onTag(tag.trim().toLowerCase());
        setTag(null);
      }}
    >
      <input
        // the user has just asked for this field
        ref={(field) => field?.focus()}
        className={`${small} w-36`}
        list="threshold-tags"
        aria-label={messages.addTagName}
        placeholder={messages.addTagName}
        value={tag}
        onChange={(event) => setTag(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          setTag(null);
        }}
      />
      <datalist id="threshold-tags">
        {tags.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <Button type="submit" look="framed" className="h-7!">
        {messages.addTagDo}
      </Button>
    </form>
  );
}
