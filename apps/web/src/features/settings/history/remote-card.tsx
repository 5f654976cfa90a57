// The engine for time series that stores the history in place of Belfry: where it is, and what it answers.
import type { RemoteHistoryState } from '@belfry/schema/history/remote';
import type { RemoteHistoryTrial } from '@belfry/schema/http/remote-history';
import { useQuery } from '@tanstack/react-query';
import { historyStatus } from '../../../api/history.ts';
import { CardSkeleton } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/field.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { EngineForm } from '../exports/engine-form.tsx';
import { messages as exportTexts } from '../exports/messages.ts';
import { Trial } from '../exports/trial.tsx';
import { messages } from './messages.ts';
import { readRemote, remoteHistory, saveRemote, tryRemote } from './queries.ts';
import { checkRemote, type RemoteForm, remoteConfig, remoteForm } from './remote-form.ts';

export function RemoteCard() {
  const saved = useQuery(remoteHistory);
  if (saved.data) return <RemotePanel saved={saved.data} />;
  if (!saved.error) return <CardSkeleton />;
  return <LoadFailure text={messages.loadFailed} query={saved} />;
}

/** What each field is called. */
const namesOf = (): Record<keyof RemoteForm, string> => {
  const { url, username, secret, labels, maxQueueMegabytes, maxQueueHours } = exportTexts;
  const { enabled, queryUrl, longTermUrl, longTermQueryUrl } = messages.remote;
  return {
    enabled,
    url,
    queryUrl,
    longTermUrl,
    longTermQueryUrl,
    username,
    secret,
    labels,
    maxQueueMegabytes,
    maxQueueHours,
  };
};

/** Of the second engine what failed, or else its last answer. */
const notWorking = (tried: RemoteHistoryTrial['longTerm']) => (tried?.write.ok ? tried.read : tried?.write);

function RemotePanel({ saved }: { saved: RemoteHistoryState }) {
  const hasSecret = saved.secret !== '';
  const { remote } = messages;
  return (
    <EngineForm
      title={remote.title}
      about={remote.about}
      texts={remote}
      names={namesOf()}
      saved={saved}
      of={remoteForm}
      check={checkRemote}
      read={readRemote}
      save={(form, based) => saveRemote(remoteConfig(form, hasSecret), based)}
      attempt={(form) => tryRemote(remoteConfig(form, hasSecret))}
      changes={[remoteHistory.queryKey, historyStatus.queryKey]}
      result={({ reply, failure }) => (
        <>
          <Trial reply={reply?.write} failure={failure} />
          <Trial reply={reply?.read} failure={null} accepted={remote.answers} refused={remote.silent} />
          <Trial
            reply={notWorking(reply?.longTerm)}
            failure={null}
            accepted={remote.longTermWorks}
            refused={remote.longTermFails}
          />
        </>
      )}
    >
      {(field) => (
        <>
          <div className="grid items-start gap-3 md:grid-cols-2">
            <TextField {...field('url')} type="url" mono placeholder={exportTexts.examples.prometheus} />
            <TextField {...field('queryUrl')} type="url" mono hint={remote.queryUrlHint} />
            <TextField {...field('username')} />
            <TextField
              {...field('secret')}
              type="password"
              autoComplete="new-password"
              hint={exportTexts.secretHint}
              placeholder={hasSecret ? exportTexts.secretKept : ''}
            />
          </div>
          <div className="grid items-start gap-3 md:grid-cols-2">
            <TextField {...field('longTermUrl')} type="url" mono hint={remote.longTermUrlHint} />
            <TextField {...field('longTermQueryUrl')} type="url" mono hint={remote.queryUrlHint} />
          </div>
          <TextField {...field('labels')} mono hint={remote.labelsHint} />
          <div className="grid gap-3 md:grid-cols-3">
            <TextField {...field('maxQueueMegabytes')} inputMode="numeric" hint={exportTexts.queueHint} />
            <TextField {...field('maxQueueHours')} inputMode="numeric" />
          </div>
          <p className="text-sm text-mute">{remote.nothingCopied}</p>
        </>
      )}
    </EngineForm>
  );
}
