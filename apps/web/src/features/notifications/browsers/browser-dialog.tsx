// Adds this browser, or edits one of the list: its name, and which alerts it shows.
import { everything } from '@belfry/schema/notifications/everything';
import type { PushBrowser, PushChange } from '@belfry/schema/notifications/push';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { saveForm } from '../../../api/save.ts';
import { useSubmit } from '../../../api/use-submit.ts';
import { useLeaveGuard } from '../../../lib/draft/leaving.tsx';
import { OthersSaved } from '../../../lib/draft/theirs.tsx';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import { spokenLanguage } from '../../../lib/language/language.ts';
import { savePref } from '../../../lib/prefs.ts';
import { browserName } from '../../../lib/user-agent.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toast.ts';
import { messages as destinations } from '../destinations/messages.ts';
import { checkRouting } from '../routing/routed.ts';
import { RoutingFields } from '../routing/routing-fields.tsx';
import { messages } from './messages.ts';
import { browsers, changeable, ownIdPref, readBrowser, saveBrowser, subscribed } from './queries.ts';
import { notifyThisBrowser } from './subscription.ts';

interface BrowserDialogProps {
  /** The one to edit. Without it this browser is added. */
  browser?: PushBrowser;
  onClose(): void;
}

export function BrowserDialog({ browser, onClose }: BrowserDialogProps) {
  const queries = useQueryClient();
  const saved = useMemo(() => settingsOf(browser), [browser]);
  const all = useDraft(saved);
  const { draft, set, changed } = all;
  const { submit, sending, errors, failure, typed } = useSubmit({
    check: (values: PushChange) => ({
      ...(values.name.trim() === '' && { name: messages.nameRequired }),
      ...checkRouting(values.routing),
    }),
    async send(values) {
      if (browser)
        return saveForm({
          ...{ read: () => readBrowser(browser.id), base: browser, of: changeable },
          look: () => queries.invalidateQueries({ queryKey: browsers.queryKey }),
          save: (based) => saveBrowser(browser.id, values, based),
        });
      const added = await notifyThisBrowser(values);
      savePref(ownIdPref, added.id);
      return added;
    },
    async onDone() {
      toast('success', browser ? messages.updated : messages.added);
      await Promise.all([browsers, subscribed].map(({ queryKey }) => queries.invalidateQueries({ queryKey })));
      onClose();
    },
  });
  const { leave, question } = useLeaveGuard(changed.length > 0 && !sending);
  return (
    <Dialog
      wide
      careful
      title={browser ? messages.editTitle(browser.name) : messages.notifyTitle}
      busy={sending}
      onClose={() => leave(onClose)}
    >
      <DialogForm
        action={sending ? messages.saving : browser ? messages.save : messages.notify}
        locked={sending}
        onSubmit={() => submit(draft)}
        onCancel={onClose}
      >
        {failure && <Problem>{messages.failed(failure.message)}</Problem>}
        <OthersSaved draft={all} names={{ ...destinations.webhooks.fields, name: messages.name }} />
        <TextField
          autoFocus
          label={messages.name}
          value={draft.name}
          error={errors.name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => {
            set({ name: event.currentTarget.value });
            typed('name');
          }}
        />
        <RoutingFields value={draft} errors={errors} onChange={set} typed={typed} />
      </DialogForm>
      {question}
    </Dialog>
  );
}

const settingsOf = (browser: PushBrowser | undefined): PushChange => ({
  name: browser?.name ?? browserName(navigator.userAgent),
  enabled: browser?.enabled ?? true,
  resolutions: browser?.resolutions ?? true,
  routing: browser?.routing ?? everything,
  language: browser?.language ?? spokenLanguage(),
});
