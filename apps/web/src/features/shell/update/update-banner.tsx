// Announces a newer version of Belfry: its changes, how to install it, and buttons to skip it or to hide the banner.
import type { UpdateInfo, UpdatePlan } from '@belfry/schema/http/updates';
import { useQuery } from '@tanstack/react-query';
import { CircleArrowUp, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { ALL_VERSIONS } from '../../../api/update-memory.ts';
import { askForUpdate } from '../../../api/update-run.ts';
import { updatePlan, useUpdate } from '../../../api/updates.ts';
import { useMay } from '../../../lib/may.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { messages } from '../messages.ts';
import { messages as own } from './messages.ts';
import { UpdateDialogs } from './update-dialogs.tsx';
import { allWords } from './words.ts';

/** The dialogs stay while the banner goes: the new version is not announced any more. */
export const UpdateBanner = () => (
  <>
    <Banner />
    <UpdateDialogs />
  </>
);

function Banner() {
  const { update, dismiss } = useUpdate();
  const [details, show] = useState(false);
  if (!update) return null;
  const { latestVersion, currentVersion, isPrerelease } = update;
  return (
    <section aria-label={own.banner.name} className="shrink-0 border-b border-line bar-x bg-brand-bg py-0.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3">
        <CircleArrowUp size={14} aria-hidden className="text-brand" />
        <b className="font-semibold">{own.banner.available(latestVersion)}</b>
        {isPrerelease && <Chip className="text-warn">{messages.rc}</Chip>}
        <span className="text-soft max-md:hidden">{own.banner.running(currentVersion)}</span>
        <span className="flex-1" />
        <Button aria-expanded={details} className="h-7!" onClick={() => show(!details)}>
          {details ? own.banner.hide : own.banner.show}
        </Button>
        <Button className="h-7!" onClick={() => dismiss(latestVersion)}>
          {own.banner.skip}
        </Button>
        <Button className="h-7!" onClick={() => dismiss(ALL_VERSIONS)}>
          {own.banner.never}
        </Button>
      </div>
      {details && <Details update={update} />}
    </section>
  );
}

function Details({ update: { latestVersion, releaseNotes, downloadUrl } }: { update: UpdateInfo }) {
  const plan = useQuery(updatePlan(latestVersion)).data;
  return (
    <div className="grid max-h-[40dvh] gap-x-8 gap-y-3 overflow-auto pt-1 pb-3 md:grid-cols-2">
      <div>
        <h2 className="mb-1 text-xs font-semibold text-soft">{own.banner.notes}</h2>
        <p className="whitespace-pre-wrap">{releaseNotes || own.banner.noNotes}</p>
        {downloadUrl && (
          <a
            href={downloadUrl}
            target="_blank"
            rel="noreferrer"
            className="mt-1 inline-flex items-center gap-1 text-brand hover:underline"
          >
            {own.banner.page} <ExternalLink size={12} aria-hidden />
          </a>
        )}
      </div>
      {plan && <Plan plan={plan} version={latestVersion} />}
    </div>
  );
}

function Plan({ plan, version }: { plan: UpdatePlan; version: string }) {
  const mayUpdate = useMay('configure');
  return (
    <div>
      <h2 className="mb-1 text-xs font-semibold text-soft">{own.banner.how(plan.estimatedTime)}</h2>
      <ol className="list-decimal pl-5">
        {allWords(plan.instructions, plan.named?.instructions).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {plan.command && (
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <code className="min-w-0 rounded-sm bg-raise px-1.5 py-0.5 break-words">{plan.command}</code>
          <CopyButton text={plan.command} what={own.command} />
        </p>
      )}
      {plan.problems && (
        <p className="mt-2 text-warn">
          {own.missing} {allWords(plan.problems, plan.named?.problems).join(' ')}
        </p>
      )}
      {plan.canAutoUpdate && mayUpdate && (
        <Button look="main" className="mt-2" onClick={() => askForUpdate(version)}>
          {own.now}
        </Button>
      )}
    </div>
  );
}
