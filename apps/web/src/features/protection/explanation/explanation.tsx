// Why a guest is in its state: below its row.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Exclusion, RestoreTest } from '../../../api/protection.ts';
import { shortMoment } from '../../../lib/moment.ts';
import { Button } from '../../../ui/button.tsx';
import { type Fact, Facts, Panel, Panels } from '../../../ui/detail.tsx';
import { messages as words } from '../../../ui/protection/messages.ts';
import { testText } from '../../../ui/protection/test-text.ts';
import { type Jobs, jobName, lossText, whyText } from '../../../ui/protection/texts.ts';
import { messages } from '../messages.ts';
import type { Subject } from '../subject.ts';
import { backupFacts } from './backup-facts.ts';
import { keepText, scheduleText, selectionText } from './job-facts.ts';

/** What a user who may act can do about a guest. */
export interface GuestActions {
  exclude(subject: Subject): void;
  include(subject: Subject): void;
  test(subject: Subject): void;
}

interface ExplanationProps {
  subject: Subject;
  jobs: Jobs;
  exclusion: Exclusion | undefined;
  test: RestoreTest | undefined;
  actions: GuestActions | undefined;
  now: number;
}

export function Explanation({ subject, jobs, exclusion, test, actions, now }: ExplanationProps) {
  const { id, guest, protection } = subject;
  const { lastRun, disksLeftOut } = protection;
  const at = lastRun && shortMoment(Date.parse(lastRun.at), now);
  const own = protection.jobs.flatMap((each) => jobs.get(each) ?? []);
  const facts: Fact[] = [
    ...(lastRun && at ? [[messages.lastRun, `${at}, ${words.results[lastRun.result]}`] as const] : []),
    ...(disksLeftOut.length > 0 ? [[messages.disksLeftOut, disksLeftOut.join(', ')] as const] : []),
    [messages.restoreTest, test ? testText(test, now) : words.neverTested],
  ];
  return (
    <div className="px-6 pb-3 max-md:px-2">
      <p className="pt-3 text-md font-semibold">{lossText(guest.name, protection, now)}</p>
      <Panels>
        <Panel title={messages.why}>
          <p className="mb-1.5">{whyText(protection, jobs, now)}</p>
          {exclusion && <p className="mb-1.5 text-soft">{exclusionText(exclusion, now)}</p>}
          {lastRun?.error && (
            <p className="mb-1.5 font-mono text-xs whitespace-pre-line wrap-anywhere">{lastRun.error}</p>
          )}
          <Facts facts={facts} />
        </Panel>
        <Panel title={messages.jobs}>
          {own.length === 0 && <p className="text-soft">{messages.noJobs}</p>}
          {own.map((job) => (
            <div key={job.id} className="mb-2 last:mb-0">
              <p className="font-semibold">{jobName(job)}</p>
              <Facts
                facts={[
                  [messages.schedule, scheduleText(job)],
                  [messages.takes, selectionText(job)],
                  [messages.writesTo, job.storage ?? messages.folder],
                  [messages.keeps, keepText(job.keep)],
                ]}
              />
            </div>
          ))}
        </Panel>
        <Panel title={messages.backups}>
          <Facts facts={backupFacts(protection, now)} />
        </Panel>
      </Panels>
      <div className="flex flex-wrap items-center gap-2">
        {actions && <Actions subject={subject} actions={actions} />}
        <Way>
          <Link to="/proxmox/backups" search={{ search: `vmid=${guest.vmid}` }}>
            {messages.allBackups}
          </Link>
        </Way>
        <Way>
          <Link to="/guests/$id" params={{ id }}>
            {messages.pageOf}
          </Link>
        </Way>
      </div>
    </div>
  );
}

const Way = ({ children }: { children: ReactNode }) => (
  <span className="px-1 text-sm text-brand hover:underline max-md:flex max-md:min-h-10 max-md:items-center">
    {children}
  </span>
);

function Actions({ subject, actions }: { subject: Subject; actions: GuestActions }) {
  const isExcluded = subject.protection.state === 'excluded';
  return (
    <>
      <Button look="framed" onClick={() => actions.exclude(subject)}>
        {isExcluded ? messages.excludeAgain : messages.exclude}
      </Button>
      {isExcluded && (
        <Button look="framed" onClick={() => actions.include(subject)}>
          {messages.include}
        </Button>
      )}
      <Button look="framed" onClick={() => actions.test(subject)}>
        {messages.addTest}
      </Button>
    </>
  );
}

/** "by ana, until Dec 24". */
const exclusionText = ({ by, until }: Exclusion, now: number): string =>
  [by && messages.by(by), until && words.until(shortMoment(Date.parse(until), now))].filter(Boolean).join(', ');
