// The reports that are kept, with those that are being made: download, check, delete.
import type { KeptReport, KeptReports, ReportCheck } from '@belfry/schema/http/kept-reports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Files, ShieldCheck, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { checkReport, deleteReport, keptReports, reportFile } from '../../api/reports.ts';
import { formatBytes, NONE } from '../../lib/language/format.ts';
import { messageOf } from '../../lib/language/server-words.ts';
import { useMay } from '../../lib/may.ts';
import { momentOf } from '../../lib/moment.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dot, type DotState } from '../../ui/dot.tsx';
import { hint } from '../../ui/hint.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ShortTable, type TextColumn } from '../../ui/table/short-table.tsx';
import { messages } from './messages.ts';
import { periodName } from './period-name.ts';

export function ReportList({ reports, keepDays }: KeptReports) {
  const queries = useQueryClient();
  const mayDelete = useMay('operate');
  const [deleted, setDeleted] = useState<KeptReport | null>(null);
  const [checks, setChecks] = useState<ReadonlyMap<string, ReportCheck | 'running' | Error>>(new Map());
  const note = (id: string, found: ReportCheck | 'running' | Error) =>
    setChecks((known) => new Map(known).set(id, found));
  const { mutate: check } = useMutation({
    mutationFn: checkReport,
    onMutate: (id) => note(id, 'running'),
    onSuccess: (found, id) => note(id, found),
    onError: (error, id) => note(id, error),
  });
  if (reports.length === 0)
    return (
      <Notice icon={<Files />} title={messages.none}>
        <p>{messages.noneHint}</p>
      </Notice>
    );
  return (
    <Card title={messages.list} hint={messages.kept(keepDays)} flush>
      <ShortTable
        label={messages.list}
        rows={reports.map((report) => ({ report, check: checks.get(report.id) }))}
        columns={columns}
        keyOf={({ report }) => report.id}
        action={({ report }) => (
          <Actions
            report={report}
            mayDelete={mayDelete}
            onCheck={() => check(report.id)}
            onDelete={() => setDeleted(report)}
          />
        )}
      />
      {deleted && (
        <Confirm
          title={messages.confirmTitle}
          action={messages.confirmAction}
          onConfirm={async () => {
            await deleteReport(deleted.id);
            await queries.invalidateQueries({ queryKey: keptReports.queryKey });
          }}
          onClose={() => setDeleted(null)}
        >
          <p className="wrap-anywhere">{messages.confirm(deleted.file)}</p>
        </Confirm>
      )}
    </Card>
  );
}

interface Row {
  report: KeptReport;
  check: ReportCheck | 'running' | Error | undefined;
}

const columns: readonly TextColumn<Row>[] = [
  {
    head: () => messages.heads.period,
    cell: ({ report }) => <span className="whitespace-nowrap tabular-nums">{periodName(report.period)}</span>,
  },
  {
    head: () => messages.heads.about,
    cell: ({ report: { about } }) => <span className="break-words">{about || messages.everything}</span>,
  },
  {
    head: () => messages.heads.form,
    cell: ({ report: { format, language } }) => (
      <>
        {messages.formats[format]}
        {format !== 'json' && <span className="text-mute"> {language}</span>}
      </>
    ),
  },
  {
    head: () => messages.heads.made,
    cell: ({ report: { at, by } }) => (
      <>
        <time dateTime={at} className="tabular-nums">
          {momentOf(Date.parse(at))}
        </time>{' '}
        <span className="text-mute">{by === '' ? messages.byItself : messages.by(by)}</span>
      </>
    ),
  },
  {
    head: () => messages.heads.size,
    numeric: true,
    cell: ({ report: { sizeBytes } }) => (
      <span className="whitespace-nowrap">{sizeBytes === undefined ? NONE : formatBytes(sizeBytes)}</span>
    ),
  },
  { head: () => messages.heads.status, cell: (row) => <Status {...row} /> },
];

function Status({ report, check }: Row) {
  const { dot, text } = statusOf(report, check);
  const isOpen = report.state === 'reading' || report.state === 'writing';
  return (
    <span className="flex items-start gap-2" role={isOpen || check ? 'status' : undefined}>
      <span className="mt-1 flex">
        <Dot state={dot} label="" />
      </span>
      <span className="min-w-0 wrap-anywhere">
        {text}
        {isOpen && (
          <progress
            aria-label={text}
            max={1}
            {...(report.done !== undefined && { value: report.done })}
            className="ml-2 h-1.5 w-24 appearance-none overflow-hidden rounded-full bg-line align-middle [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-brand"
          />
        )}
      </span>
    </span>
  );
}

function statusOf({ state, done = 0, problem }: KeptReport, check: Row['check']): { dot: DotState; text: string } {
  if (state === 'waiting') return { dot: 'wait', text: messages.waiting };
  if (state === 'reading') return { dot: 'wait', text: messages.reading(Math.floor(done * 100)) };
  if (state === 'writing') return { dot: 'wait', text: messages.writing };
  if (state === 'failed') return { dot: 'crit', text: problem ? messageOf(problem) : messages.failed };
  if (check === undefined) return { dot: 'ok', text: messages.made };
  if (check === 'running') return { dot: 'wait', text: messages.checking };
  if (check instanceof Error) return { dot: 'warn', text: check.message };
  return check.ok ? { dot: 'ok', text: messages.good(check.tables ?? 0) } : { dot: 'crit', text: foundText(check) };
}

function foundText({ problem, places: [first] = [] }: ReportCheck): string {
  if (problem === 'other-key') return messages.otherKey;
  if (problem !== 'content') return messages.damaged;
  return first ? messages.changedAt(first.from, first.until) : messages.changed;
}

interface ActionsProps {
  report: KeptReport;
  mayDelete: boolean;
  onCheck(): void;
  onDelete(): void;
}

function Actions({ report: { id, file, state }, mayDelete, onCheck, onDelete }: ActionsProps) {
  const queries = useQueryClient();
  const { mutate: drop } = useMutation({
    mutationFn: () => deleteReport(id),
    onSettled: () => queries.invalidateQueries({ queryKey: keptReports.queryKey }),
  });
  if (state === 'made')
    return (
      <span className="flex justify-end">
        <a
          href={reportFile(id)}
          download={file}
          aria-label={messages.download(file)}
          className="inline-flex h-8 w-8 items-center justify-center rounded-md text-mute hover:bg-hover hover:text-text max-md:h-10 max-md:w-10"
          {...hint(messages.download(file))}
        >
          <Download size={14} aria-hidden />
        </a>
        <IconButton label={messages.check(file)} onClick={onCheck}>
          <ShieldCheck size={14} aria-hidden />
        </IconButton>
        {mayDelete && (
          <IconButton label={messages.delete(file)} onClick={onDelete}>
            <Trash2 size={14} aria-hidden />
          </IconButton>
        )}
      </span>
    );
  if (!mayDelete || state === 'reading' || state === 'writing') return null;
  return (
    <IconButton label={state === 'failed' ? messages.remove(file) : messages.giveUp(file)} onClick={() => drop()}>
      <X size={14} aria-hidden />
    </IconButton>
  );
}
