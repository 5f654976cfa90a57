// Adds or edits a host. The form keeps its values until they are saved or the dialog is closed.
import { same } from '@belfry/domain/delta/same';
import type { NodeView } from '@belfry/schema/http/nodes';
import type { DiscoveredServer } from '@belfry/schema/messages/discovery';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { certificateOf } from '../../../api/certificates.ts';
import { ApiError, call } from '../../../api/client.ts';
import { nodes, useFastRefresh } from '../../../api/nodes.ts';
import { useSubmit } from '../../../api/use-submit.ts';
import { useLeaveGuard } from '../../../lib/draft/leaving.tsx';
import { exact, textFields } from '../../../lib/text-fields.ts';
import { useList } from '../../../live/use-live.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.ts';
import { Authentication } from './authentication.tsx';
import { CertificateSection } from './certificate-section.tsx';
import { isRefused, verdictOn } from './certificate-trust.ts';
import { ConnectionTest } from './connection-test.tsx';
import { type Coverage, coverageOf, type Kind } from './kinds.ts';
import { messages } from './messages.ts';
import {
  checkNode,
  formOf,
  isMoved,
  isOwnField,
  type NodeForm,
  newForm,
  requestOf,
  type TextName,
} from './node-form.ts';
import { PolledBy } from './polled-by.tsx';

interface NodeDialogProps {
  kind: Kind;
  /** The host to edit. */
  node?: NodeView;
  /** The host that a scan found, as the initial values. */
  found?: DiscoveredServer;
  /** The id of the site to which a new host belongs at first. */
  site?: string;
  onClose(): void;
}

export function NodeDialog({ kind, node, found, site: firstSite = '', onClose }: NodeDialogProps) {
  const queries = useQueryClient();
  const [initial] = useState(() => (node ? formOf(kind, node) : newForm(kind, found, firstSite)));
  const [form, setForm] = useState(initial);
  const [mode, setMode] = useState<'auto' | 'manual'>(node || !kind.setup ? 'manual' : 'auto');
  // the address that was typed to its end
  const [address, setAddress] = useState(initial.host);
  useFastRefresh();
  const set = (change: Partial<NodeForm>) => setForm((known) => ({ ...known, ...change }));
  // the setup command registers the host with this server, or through the collector of its site if hosts can call that
  const site = useList('sites').find(({ id }) => id === form.site);
  const canRegister = form.site === '' || site?.addresses !== undefined;
  const registersItself = mode === 'auto' && form.auth === 'token' && canRegister;
  const { submit, sending, errors, failure, typed, clear } = useSubmit({
    check: (values: NodeForm) => checkNode(values, node),
    async send(values) {
      const place = { type: kind.type, host: values.host.trim(), site: values.site };
      const seen = await queries.fetchQuery(certificateOf(place)).catch(() => undefined);
      // a host that shows none, because it is off, is saved as it is
      if (seen && isRefused(verdictOn(seen, values))) throw new Distrusted(messages.trustFirst);
      await save(kind, values, node);
    },
    onDone() {
      toast('success', node ? messages.updated : messages.added);
      void queries.invalidateQueries({ queryKey: nodes.queryKey });
      onClose();
    },
  });
  // Escape may be pressed by accident, Cancel is not
  const { leave, question } = useLeaveGuard(!same(form, initial) && !registersItself);

  const text = textFields({ values: form, errors, set, typed });
  const field = (name: TextName) => ({ name, ...text(name), ...exact });
  const flags = coverageOf(kind);
  const [usual, advanced] = [flags.filter((each) => !each.advanced), flags.filter((each) => each.advanced)];
  const switches = (coverage: readonly Coverage[]) => (
    <div className="grid gap-x-6 md:grid-cols-2">
      {coverage.map(({ flag, name, hint }) => (
        <Switch
          key={flag}
          label={name}
          hint={hint}
          checked={form.flags[flag] ?? false}
          onChange={(on) => set({ flags: { ...form.flags, [flag]: on } })}
        />
      ))}
    </div>
  );

  return (
    <Dialog
      wide
      careful
      title={(node ? messages.editTitle : messages.addTitle)(kind.title)}
      busy={sending}
      onClose={() => leave(onClose)}
    >
      <DialogForm
        action={
          registersItself
            ? undefined
            : sending
              ? messages.saving
              : node
                ? messages.updateAction
                : messages.forms[kind.type].add
        }
        {...(registersItself && { cancel: messages.close })}
        locked={sending}
        buttons={
          <>
            {!registersItself && <ConnectionTest kind={kind} form={form} node={node} />}
            {found && firstSite === '' && (
              <Button onClick={onClose} disabled={sending}>
                {messages.back}
              </Button>
            )}
          </>
        }
        onSubmit={() => {
          setAddress(form.host);
          submit(form);
        }}
        onCancel={onClose}
      >
        <Section title={messages.basics}>
          <div className="grid gap-3 md:grid-cols-[3fr_2fr]">
            <TextField
              {...field('host')}
              onChange={(event) => {
                // The trusted certificate belongs to the previous address.
                set({ host: event.currentTarget.value, ...(!node && { fingerprint: '' }) });
                typed('host');
              }}
              onBlur={() => setAddress(form.host)}
              label={messages.host}
              hint={messages.forms[kind.type].hostHint}
              placeholder={`https://${kind.type}.example.lan:${kind.port}`}
              inputMode="url"
              autoCapitalize="none"
              autoFocus
            />
            <TextField {...field('name')} label={messages.name} hint={messages.nameHint} />
          </div>
          <PolledBy site={form.site} isMoved={isMoved(form, node)} onSite={(site) => set({ site })} />
        </Section>
        <Section title={messages.authentication}>
          <Authentication {...{ kind, node, form, set, field, mode, setMode, canRegister }} onRegistered={onClose} />
        </Section>
        {!registersItself && (
          <Section title={messages.ssl}>
            <CertificateSection
              {...{ kind, form }}
              set={(change) => {
                set(change);
                clear();
              }}
              host={address === form.host ? address.trim() : ''}
              refused={failure instanceof Distrusted ? failure : undefined}
            >
              <TextField
                {...field('fingerprint')}
                label={messages.fingerprint}
                hint={messages.fingerprintHint}
                placeholder="AA:BB:CC:…"
                mono
              />
            </CertificateSection>
          </Section>
        )}
        {usual.length > 0 && <Section title={messages.coverage}>{switches(usual)}</Section>}
        {advanced.length > 0 && <Section title={messages.forms[kind.type].advanced}>{switches(advanced)}</Section>}
        {failure && <Problem>{failureText(failure)}</Problem>}
      </DialogForm>
      {question}
    </Dialog>
  );
}

/** The certificate of the host must be trusted before the host is saved. */
class Distrusted extends Error {}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2.5">
      <legend className="mb-2 w-full border-b border-line-soft pb-1 text-sm font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

/** The server's words, and its errors about values that have no field here. */
function failureText(failure: Error): string {
  const details = failure instanceof ApiError ? Object.entries(failure.refusal.details) : [];
  const unplaced = details.filter(([name]) => !isOwnField(name)).map(([name, what]) => `${name}: ${what}`);
  return [failure.message || messages.failed, ...unplaced].join(' ');
}

async function save(kind: Kind, form: NodeForm, node: NodeView | undefined): Promise<void> {
  const body = requestOf(kind, form);
  if (node) await call('PUT /api/config/nodes/:id', { params: { id: node.id }, body });
  else await call('POST /api/config/nodes', { body });
}
