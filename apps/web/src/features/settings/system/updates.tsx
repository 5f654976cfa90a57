// Whether Belfry looks for new versions of itself, and a button to look now.
import type { UpdateInfo } from '@belfry/schema/http/updates';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { version } from '../../../api/monitoring.ts';
import { ALL_VERSIONS } from '../../../api/update-memory.ts';
import { askForUpdate } from '../../../api/update-run.ts';
import { lookForUpdates, updatePlan, updateStatus, useDismissedUpdate } from '../../../api/updates.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Flag, Text } from './cards.tsx';
import { messages } from './messages.ts';
import type { CardForm } from './settings-form.tsx';

/** In hours. */
const INTERVALS: readonly string[] = ['6', '12', '24', '168'];

export function Updates(card: CardForm) {
  const running = useQuery(version).data;
  const isDocker = running?.isDocker ?? false;
  const hasFeed = useQuery(updateStatus).data?.hasFeed;
  const { form, set, errorOf, isLocked, hintOf } = card;
  const hours = form.autoUpdateCheckInterval;
  return (
    <Card
      title={messages.updates}
      hint={running && messages.version(running.version)}
      actions={
        <Link to="/settings/updates" className="text-sm font-medium text-brand hover:underline">
          {messages.history}
        </Link>
      }
    >
      <Look />
      {hasFeed === false && <Problem tone="info">{messages.noFeed}</Problem>}
      <Dismissed />
      {isDocker && <Problem tone="info">{messages.docker}</Problem>}
      <Flag card={card} name="autoUpdateEnabled" label={messages.auto} hint={messages.autoHint} />
      <div className="grid items-start gap-3 md:grid-cols-3">
        <SelectField
          label={messages.channel}
          options={messages.channels}
          value={form.updateChannel}
          hint={hintOf('updateChannel')}
          error={errorOf('updateChannel')}
          disabled={isDocker || isLocked('updateChannel')}
          onValue={(updateChannel) => set({ updateChannel })}
        />
        <SelectField
          label={messages.every}
          options={INTERVALS.map((each) => [each, messages.interval(each)] as const)}
          value={hours}
          hint={hintOf('autoUpdateCheckInterval')}
          error={errorOf('autoUpdateCheckInterval')}
          disabled={isDocker || isLocked('autoUpdateCheckInterval')}
          onValue={(autoUpdateCheckInterval) => set({ autoUpdateCheckInterval })}
        />
        <Text card={card} name="autoUpdateTime" label={messages.time} placeholder="03:00" />
      </div>
    </Card>
  );
}

/** Takes back the choice not to be told about a version, or about all. */
function Dismissed() {
  const [dismissed, restore] = useDismissedUpdate();
  if (dismissed === '') return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
      {dismissed === ALL_VERSIONS ? messages.allDismissed : messages.dismissed(dismissed)}
      <Button onClick={restore}>{messages.announceAgain}</Button>
    </p>
  );
}

function Look() {
  const { mutate, isPending, isError, data } = useMutation({ mutationFn: () => lookForUpdates(null) });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="framed" disabled={isPending} onClick={() => mutate()}>
        {isPending ? messages.checking : messages.check}
      </Button>
      {isError && <Answer tone="crit">{messages.checkFailed}</Answer>}
      {data && <Answer tone={data.warning ? 'warn' : 'ok'}>{answerOf(data)}</Answer>}
      {data?.available && <Install version={data.latestVersion} />}
    </div>
  );
}

/** Only where Belfry can replace itself. */
function Install({ version: wanted }: { version: string }) {
  const plan = useQuery(updatePlan(wanted)).data;
  if (!plan?.canAutoUpdate) return null;
  return (
    <Button look="main" onClick={() => askForUpdate(wanted)}>
      {messages.install}
    </Button>
  );
}

const answerOf = ({ warning, available, latestVersion }: UpdateInfo): string =>
  warning || (available ? messages.available(latestVersion) : messages.latest);

const Answer = (props: ComponentProps<typeof Problem>) => <Problem {...props} className="min-w-0 flex-1 basis-60" />;
