// What is not saved of the configuration of alerts, what others have saved meanwhile, and the buttons to save and to discard. It
// stands on the pages where something is configured. The question before leaving the area is asked on all of them.
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { useState } from 'react';
import { useLeaveGuard } from '../lib/draft/leaving.tsx';
import { usePathname } from '../lib/pathname.ts';
import { UnsavedBar } from '../ui/unsaved-bar.tsx';
import { Backtest } from './backtest.tsx';
import type { Change } from './config-edits.ts';
import { type ConfigPath, keyOf } from './config-path.ts';
import { type SharedDraft, useSharedDraft } from './draft.tsx';
import { messages } from './messages.ts';
import type { Place } from './plain-text.ts';

const READ_ONLY_PAGES = ['/alerts/overview', '/alerts/history'];
const MAX_NAMED = 3;

/** The names and texts of what a place has, which the pages know. */
type PlaceOf = (path: ConfigPath) => Place;

export function UnsavedConfigBar({ placeOf }: { placeOf: PlaceOf }) {
  const draft = useSharedDraft();
  const count = draft?.changes.length ?? 0;
  const unsaved = count + Object.keys(draft?.refused ?? {}).length > 0;
  const { question } = useLeaveGuard(unsaved, '/alerts/');
  const pathname = usePathname();
  return (
    <>
      {draft && unsaved && !READ_ONLY_PAGES.includes(pathname) && (
        <UnsavedBar
          text={<Unsaved draft={draft} placeOf={placeOf} />}
          busy={draft.saving.sending}
          {...(count > 0 && { onSave: draft.saving.submit })}
          onDiscard={draft.discard}
        />
      )}
      {question}
    </>
  );
}

interface UnsavedProps {
  draft: SharedDraft;
  placeOf: PlaceOf;
}

function Unsaved({ draft: { refused, saving, ...draft }, placeOf }: UnsavedProps) {
  const changes = draft.changes.filter(({ path }) => isListed(path));
  const others = draft.others.filter(({ path }) => isListed(path));
  const wrong = Object.keys(refused).length;
  return (
    <div className="flex flex-col gap-0.5">
      {changes.length > 0 && (
        <p>
          <strong className="font-semibold">{messages.notSaved(changes.length)}</strong>{' '}
          <Changes changes={changes} saved={draft.saved} next={draft.config} placeOf={placeOf} />
        </p>
      )}
      {changes.some(({ path: [root] }) => root !== 'schedule') && <Backtest config={draft.config} />}
      {wrong > 0 && <p className="text-warn">{messages.refused(wrong)}</p>}
      {others.length > 0 && (
        <p role="status" className="text-sm text-soft">
          {messages.others}{' '}
          <Changes changes={others} saved={draft.saved} next={draft.saved} placeOf={placeOf} ofOthers />
        </p>
      )}
      {saving.failure && !saving.sending && (
        <p role="alert" className="text-sm text-crit">
          {saving.failure.message}
        </p>
      )}
    </div>
  );
}

interface ChangesProps {
  changes: readonly Change[];
  /** The configuration before and after the changes. */
  saved: AlertConfig;
  next: AlertConfig;
  placeOf: PlaceOf;
  ofOthers?: boolean;
}

function Changes({ changes, saved, next, placeOf, ofOthers = false }: ChangesProps) {
  const [all, setAll] = useState(false);
  const more = changes.length - MAX_NAMED;
  return (
    <span className="text-soft">
      <span className={all ? 'block max-h-40 overflow-y-auto' : ''}>
        {(all ? changes : changes.slice(0, MAX_NAMED)).map((change, i) => (
          <span key={keyOf(change.path)} className={all ? 'block' : ''}>
            {i > 0 && !all && '; '}
            {changeText(change, placeOf(change.path), saved, next)}
            {ofOthers && change.differs && ` (${messages.yoursDiffers})`}
          </span>
        ))}
      </span>
      {more > 0 && (
        <>
          {!all && ` ${messages.more(more)} `}
          <button
            type="button"
            className="font-medium text-brand hover:underline"
            aria-expanded={all}
            onClick={() => setAll(!all)}
          >
            {all ? messages.showFewer : messages.showAll}
          </button>
        </>
      )}
    </span>
  );
}

const changeText = ({ before, after }: Change, { name, text }: Place, saved: AlertConfig, next: AlertConfig): string =>
  messages.change(name, text(before, saved), text(after, next));

/** The name of a container is stored with its override. Nobody has changed it, so it is not listed. */
const isListed = ([root, , field]: ConfigPath): boolean => root !== 'overrides' || field !== 'name';
