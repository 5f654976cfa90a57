// How far an update is, over the restart in its middle, and its result.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { version } from '../../../api/monitoring.ts';
import { closeUpdate, type UpdateDialog } from '../../../api/update-run.ts';
import { wholePercent } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { messages } from './messages.ts';
import { kindOf, type Report } from './progress.ts';
import { useProgress } from './use-progress.ts';
import { wordsOf } from './words.ts';

export function ProgressDialog({ dialog }: { dialog: UpdateDialog }) {
  const progress = useProgress(dialog);
  const running = useQuery(version).data?.version ?? '';
  const navigate = useNavigate();
  const { report, phase } = progress;
  const kind = kindOf(progress, dialog.version, running);
  const viewHistory = () => {
    closeUpdate();
    void navigate({ to: '/settings/updates' });
  };
  const retry = () => {
    closeUpdate();
    location.reload();
  };
  return (
    <Dialog title={messages.titles[kind]} onClose={closeUpdate} careful>
      <DialogBody>
        <div className="flex flex-col gap-3" aria-live="polite">
          {kind === 'completed' && (
            <Line icon={<CircleCheck size={18} className="text-ok" />}>{messages.runs(dialog.version)}</Line>
          )}
          {kind === 'failed' && <Failure report={report} running={running} />}
          {phase !== 'over' && (
            <>
              <Line icon={<LoaderCircle size={18} className="animate-spin text-brand motion-reduce:animate-none" />}>
                {kind === 'restarting'
                  ? messages.waits
                  : report
                    ? wordsOf(report.message, report.named)
                    : messages.titles.initializing}
              </Line>
              <Bar report={report} />
              <p className="text-sm text-soft">{messages.goesOn}</p>
            </>
          )}
        </div>
      </DialogBody>
      {phase === 'over' && (
        <DialogFoot>
          <Button look="framed" onClick={closeUpdate}>
            {messages.close}
          </Button>
          {kind === 'completed' ? (
            <Button look="main" autoFocus onClick={viewHistory}>
              {messages.history}
            </Button>
          ) : (
            <Button look="main" autoFocus onClick={retry}>
              {messages.retry}
            </Button>
          )}
        </DialogFoot>
      )}
    </Dialog>
  );
}

const Line = ({ icon, children }: { icon: React.ReactNode; children: React.ReactNode }) => (
  <p className="flex items-center gap-2">
    <span aria-hidden className="shrink-0">
      {icon}
    </span>
    <span className="min-w-0 break-words">{children}</span>
  </p>
);

const isStage = (status: string): status is keyof typeof messages.stages => status in messages.stages;

function Bar({ report }: { report: Report | undefined }) {
  const percent = wholePercent(report?.progress ?? 0);
  const stage = report && isStage(report.status) ? messages.stages[report.status] : '';
  return (
    <div>
      <div
        role="progressbar"
        aria-label={messages.bar}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-raise"
      >
        <div className="h-full rounded-full bg-brand transition-[width]" style={{ width: `${percent}%` }} />
      </div>
      <p className="mt-1 flex justify-between gap-3 text-sm text-soft tabular-nums">
        <span>{stage}</span>
        <span>{percent}%</span>
      </p>
    </div>
  );
}

function Failure({ report, running }: { report: Report | undefined; running: string }) {
  return (
    <>
      <Line icon={<CircleX size={18} className="text-crit" />}>
        {(report && wordsOf(report.message, report.named)) || messages.unchanged(running)}{' '}
        {report?.rolledBack && <Chip className="text-warn">{messages.rolledBack}</Chip>}
      </Line>
      {report && report.error !== '' && (
        <Problem>
          <b className="font-semibold">{messages.errorDetails}</b> {report.error}
        </Problem>
      )}
    </>
  );
}
