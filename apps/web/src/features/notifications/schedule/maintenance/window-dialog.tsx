// The form of a maintenance window.
import type { MaintenanceWindow, WindowInput } from '@belfry/schema/alerts/silences';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { saveForm } from '../../../../api/save.ts';
import { useSubmit } from '../../../../api/use-submit.ts';
import { browserZone } from '../../../../lib/browser-zone.ts';
import { useLeaveGuard } from '../../../../lib/draft/leaving.tsx';
import { OthersSaved } from '../../../../lib/draft/theirs.tsx';
import { useDraft } from '../../../../lib/draft/use-draft.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { DialogForm } from '../../../../ui/dialog-form.tsx';
import { SelectField, TextField } from '../../../../ui/field.tsx';
import { ManyField } from '../../../../ui/many-field.tsx';
import { Problem } from '../../../../ui/problem.tsx';
import { Segmented } from '../../../../ui/segmented.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import { TimeField } from '../../../../ui/time-field.tsx';
import { toast } from '../../../../ui/toast.ts';
import { DaysField } from '../../routing/days-field.tsx';
import { messages } from '../messages.ts';
import { zoneSpan } from '../moments.ts';
import { zonesWith } from '../zones.ts';
import { PastAlerts } from './past-alerts.tsx';
import { createWindow, maintenanceWindows, readWindow, saveWindow, windowInput } from './queries.ts';
import { useTargets } from './use-targets.ts';
import {
  checkWindow,
  endOf,
  formOf,
  inputOf,
  lasting,
  newWindow,
  type WindowErrors,
  type WindowForm,
  windowErrors,
} from './window-form.ts';

interface WindowDialogProps {
  /** Absent for a new one. */
  window?: MaintenanceWindow | undefined;
  /** The day of a new one. */
  day?: string | undefined;
  onClose(): void;
}

export function WindowDialog({ window, day, onClose }: WindowDialogProps) {
  const queries = useQueryClient();
  const zone = browserZone();
  const [now] = useState(Date.now);
  const saved = useMemo(
    () => (window ? formOf(window, now, zone) : newWindow(now, zone, day)),
    [window, now, zone, day],
  );
  const draft = useDraft(saved);
  const form = draft.draft;
  const guard = useLeaveGuard(draft.changed.length > 0);
  const texts = messages.window;
  const { submit, sending, errors, failure, typed } = useSubmit({
    check: (values: WindowForm) => checkWindow(values, zone, texts.errors),
    send: (values: WindowForm) => save(inputOf(values, zone)),
    errorsOf: ({ refusal }) => windowErrors(refusal.details),
    onDone() {
      void look();
      toast('success', texts.saved);
      onClose();
    },
  });
  const look = () => queries.invalidateQueries({ queryKey: maintenanceWindows.queryKey });
  const save = (input: WindowInput): Promise<unknown> => {
    if (!window) return createWindow(input);
    const { id } = window;
    const read = () => readWindow(id);
    return saveForm({ read, base: window, of: windowInput, look, save: (based) => saveWindow(id, input, based) });
  };
  const set = (change: Partial<WindowForm>) => {
    draft.set(change);
    for (const name of Object.keys(change)) typed(name);
  };
  return (
    <Dialog
      wide
      careful
      busy={sending}
      title={window ? texts.edit(window.name) : texts.add}
      onClose={() => guard.leave(onClose)}
    >
      <DialogForm
        action={sending ? texts.saving : texts.save}
        locked={sending}
        onSubmit={() => submit(form)}
        onCancel={onClose}
      >
        {failure && <Problem>{failure.message}</Problem>}
        <OthersSaved draft={draft} names={fieldNames()} />
        <TextField
          label={texts.name}
          autoFocus
          placeholder={texts.example}
          value={form.name}
          error={errors.name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <What {...{ form, errors, set }} />
        <div className="flex">
          <Segmented label={texts.repeats} options={texts.kinds} value={form.kind} onChange={(kind) => set({ kind })} />
        </div>
        {form.kind === 'once' ? <Once {...{ form, errors, set }} /> : <Weekly {...{ form, errors, set }} />}
        {form.kind === 'weekly' && <Past form={form} />}
        <Switch
          label={texts.enabled}
          hint={texts.enabledHint}
          checked={form.enabled}
          onChange={(enabled) => set({ enabled })}
        />
      </DialogForm>
      {guard.question}
    </Dialog>
  );
}

function fieldNames(): Partial<Record<keyof WindowForm, string>> {
  const { name, what, repeats, from, until, weekdays, start, hours, minutes, timeZone, enabled } = messages.window;
  return {
    ...{ name, targets: what, kind: repeats, from, until, weekdays, start, hours, minutes, timeZone, enabled },
  };
}

/** A window that is once lies in the future, and says nothing about the past. */
function Past({ form }: { form: WindowForm }) {
  const zone = browserZone();
  const isValid = Object.keys(checkWindow({ ...form, name: 'any' }, zone, messages.window.errors)).length === 0;
  const window = useMemo(() => inputOf(form, zone), [form, zone]);
  return isValid && <PastAlerts window={window} />;
}

interface PartProps {
  form: WindowForm;
  errors: WindowErrors;
  set(change: Partial<WindowForm>): void;
}

function What({ form, errors, set }: PartProps) {
  const { groups, all } = useTargets();
  const texts = messages.window;
  return (
    <div className="flex flex-col items-start gap-1">
      <ManyField
        className="w-full"
        label={texts.what}
        name={texts.what}
        hint={texts.whatHint}
        placeholder={texts.whatExample}
        groups={groups}
        values={form.targets}
        error={errors.targets}
        onValues={(targets) => set({ targets })}
      />
      {all.length > 0 && !all.every((key) => form.targets.includes(key)) && (
        <button
          type="button"
          className="text-sm font-medium text-brand hover:underline"
          onClick={() => set({ targets: [...all] })}
        >
          {texts.everything}
        </button>
      )}
    </div>
  );
}

function Once({ form, errors, set }: PartProps) {
  const texts = messages.window;
  const moment = (name: 'from' | 'until') => (
    <TextField
      label={texts[name]}
      type="datetime-local"
      value={form[name]}
      error={errors[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  const zone = browserZone();
  const [start, end] = [Date.parse(form.from), Date.parse(form.until)];
  // the fields have the format of the browser, which may speak another language than the user chose
  const span = start < end ? zoneSpan(start, end, zone, messages.span) : '';
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      {moment('from')}
      {moment('until')}
      <p className="text-sm text-mute sm:col-span-2">
        {span && <span className="block text-soft">{span}</span>}
        {texts.zoneOfBrowser(zone)}
      </p>
    </div>
  );
}

function Weekly({ form, errors, set }: PartProps) {
  const texts = messages.window;
  const minutes = lasting(form);
  const end = minutes === undefined || form.start === '' ? undefined : endOf(form.start, minutes);
  const part = (name: 'hours' | 'minutes', label: string, error?: string) => (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={form[name]}
      error={error}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <div className="flex flex-col gap-3">
      <DaysField
        label={texts.weekdays}
        days={form.weekdays}
        error={errors.weekdays}
        onChange={(weekdays) => set({ weekdays })}
      />
      <div className="grid grid-cols-3 items-start gap-3">
        <TimeField
          label={texts.start}
          value={form.start}
          error={errors.start ?? errors.from}
          onValue={(start) => set({ start })}
        />
        {part('hours', texts.hours, errors.hours)}
        {part('minutes', texts.minutes)}
      </div>
      {end && <p className="text-sm text-mute">{texts.ends(end.time, end.days)}</p>}
      <SelectField<string>
        label={texts.timeZone}
        options={zonesWith(form.timeZone).map((zone) => [zone, zone] as const)}
        value={form.timeZone}
        error={errors.timeZone}
        onValue={(timeZone) => set({ timeZone })}
      />
    </div>
  );
}
