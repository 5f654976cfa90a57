// Announces a newer version of Belfry: its changes, how to install it, and buttons to skip it or to hide the banner.
import type { UpdateInfo } from '@belfry/schema/http/updates';
import { useQuery } from '@tanstack/react-query';
import { CircleArrowUp, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { ALL_VERSIONS, updatePlan, useUpdate } from '../../api/updates.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { messages } from './messages.ts';

export function UpdateBanner() {
  const { update, dismiss } = useUpdate();
  const [details, show] = useState(false);
  if (!update) return null;
  const { latestVersion, currentVersion, isPrerelease } = update;
  return (
    <section
      aria-label={messages.updateName}
      className="shrink-0 border-b border-line bar-x bg-brand-bg py-0.5 text-sm"
    >
      <div className="flex flex-wrap items-center gap-x-3">
        <CircleArrowUp size={14} aria-hidden className="text-brand" />
        <b className="font-semibold">{messages.updateAvailable(latestVersion)}</b>
        {isPrerelease && <Chip className="text-warn">{messages.rc}</Chip>}
        <span className="text-soft max-md:hidden">{messages.updateRunning(currentVersion)}</span>
        <span className="flex-1" />
        <Button aria-expanded={details} className="h-7!" onClick={() => show(!details)}>
          {details ? messages.updateHide : messages.updateShow}
        </Button>
        <Button className="h-7!" onClick={() => dismiss(latestVersion)}>
          {messages.updateSkip}
        </Button>
        <Button className="h-7!" onClick={() => dismiss(ALL_VERSIONS)}>
          {messages.updateNever}
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
        <h2 className="mb-1 text-xs font-semibold text-soft">{messages.updateNotes}</h2>
        <p className="whitespace-pre-wrap">{releaseNotes || messages.updateNoNotes}</p>
        {downloadUrl && (
          <a
            href={downloadUrl}
            target="_blank"
            rel="noreferrer"
            className="mt-1 inline-flex items-center gap-1 text-brand hover:underline"
          >
            {messages.updatePage} <ExternalLink size={12} aria-hidden />
          </a>
        )}
      </div>
      {plan && (
        <div>
          <h2 className="mb-1 text-xs font-semibold text-soft">{messages.updateHow(plan.estimatedTime)}</h2>
          <ol className="list-decimal pl-5">
            {plan.instructions.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
      )}
    </div>
  );
}
