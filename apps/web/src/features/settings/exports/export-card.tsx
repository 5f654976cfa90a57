// One export: where values go, what is added to them, and what the engine answers.
import type { ExportFormat, ExportState } from '@belfry/schema/history/exports';
import { useQuery } from '@tanstack/react-query';
import { CardSkeleton } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/field.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { EngineForm } from './engine-form.tsx';
import { checkExport, exportConfig, exportForm } from './export-form.ts';
import { messages } from './messages.ts';
import { exportOf, readExport, saveExport, tryExport } from './queries.ts';
import { Trial } from './trial.tsx';

export function ExportCard({ format }: { format: ExportFormat }) {
  const saved = useQuery(exportOf(format));
  if (saved.data) return <ExportPanel format={format} saved={saved.data} />;
  if (!saved.error) return <CardSkeleton />;
  return <LoadFailure text={messages.loadFailed} query={saved} />;
}

function ExportPanel({ format, saved }: { format: ExportFormat; saved: ExportState }) {
  const hasSecret = saved.secret !== '';
  return (
    <EngineForm
      title={messages.titles[format]}
      about={messages.about[format]}
      texts={messages}
      names={messages}
      saved={saved}
      of={exportForm}
      check={checkExport}
      read={() => readExport(format)}
      save={(form, based) => saveExport(format, exportConfig(form, hasSecret), based)}
      attempt={(form) => tryExport(format, exportConfig(form, hasSecret))}
      changes={[exportOf(format).queryKey]}
      result={({ reply, failure }) => <Trial reply={reply} failure={failure} />}
    >
      {(field) => (
        <>
          <TextField
            {...field('url')}
            type="url"
            mono
            placeholder={messages.examples[format]}
            hint={messages.urlHint[format]}
          />
          <div className="grid gap-3 md:grid-cols-2">
            <TextField {...field('username')} />
            <TextField
              {...field('secret')}
              type="password"
              autoComplete="new-password"
              hint={messages.secretHint}
              placeholder={hasSecret ? messages.secretKept : ''}
            />
          </div>
          <TextField {...field('labels')} mono hint={messages.labelsHint} />
          <div className="grid gap-3 md:grid-cols-3">
            <TextField {...field('intervalSeconds')} inputMode="numeric" />
            <TextField {...field('maxQueueMegabytes')} inputMode="numeric" hint={messages.queueHint} />
            <TextField {...field('maxQueueHours')} inputMode="numeric" />
          </div>
        </>
      )}
    </EngineForm>
  );
}
