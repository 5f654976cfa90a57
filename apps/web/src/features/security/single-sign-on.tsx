// Single sign-on with an OpenID Connect provider.
import { everybodyIsAdmin } from '@belfry/domain/open-sign-on';
import type { OidcReply, putOidc } from '@belfry/schema/http/oidc';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import { oidc } from '../../api/security.ts';
import { without } from '../../lib/field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { TextField } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { UnsavedBar } from '../../ui/unsaved-bar.tsx';
import { messages } from './messages.ts';
import { checkOidc, isChanged, type OidcField, oidcForm, oidcUpdate } from './oidc-form.ts';
import { Loaded, Panel } from './panel.tsx';

export function SingleSignOn() {
  const query = useQuery(oidc);
  return (
    <Panel title={messages.sso}>
      <Loaded query={query} failure={messages.ssoLoadFailed}>
        {(saved) => <OidcPanel key={JSON.stringify(saved)} saved={saved} />}
      </Loaded>
    </Panel>
  );
}

function OidcPanel({ saved }: { saved: OidcReply }) {
  const queries = useQueryClient();
  const [form, setForm] = useState(() => oidcForm(saved));
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [problem, setProblem] = useState('');
  const [advanced, showAdvanced] = useState(false);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const open = everybodyIsAdmin(oidcUpdate(form));
  const locked = Object.keys(saved.envOverrides);
  const changed = isChanged(form, saved);
  useBlocker({
    shouldBlockFn: () => changed && !window.confirm('Leave without saving?'),
    enableBeforeUnload: changed,
    disabled: !changed,
  });

  const save = async (asked = false) => {
    if (busy) return;
    const wrong = checkOidc(form);
    setErrors(wrong);
    setProblem('');
    if (Object.keys(wrong).length > 0) return;
    if (open && !asked) return setAsking(true);
    setBusy(true);
    try {
      const body = oidcUpdate(form);
      queries.setQueryData(oidc.queryKey, await call<typeof putOidc>('PUT /api/security/oidc', { body }));
      toast('success', messages.ssoSaved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(error.refusal.details);
      setProblem(`${messages.ssoSaveFailed}: ${error.message}`);
    }
    setBusy(false);
  };

  const field = (name: OidcField, props: Omit<ComponentProps<typeof TextField>, 'error'>) => (
    <TextField
      value={form[name]}
      error={errors[name]}
      disabled={locked.length > 0}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => {
        setForm({ ...form, [name]: event.currentTarget.value });
        setErrors(without(errors, name));
      }}
      {...props}
    />
  );

  return (
    <form
      noValidate
      // a field that gets the focus is not hidden behind the unsaved bar
      className="[&_input]:scroll-mb-20"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <fieldset disabled={busy} className="flex flex-col gap-4 p-4">
        {locked.length > 0 && (
          <Problem tone="info">
            {messages.ssoLocked} <span className="font-mono text-xs">{locked.join(', ')}</span>
          </Problem>
        )}
        {problem && <Problem>{problem}</Problem>}
        <Switch
          label={messages.ssoEnabled}
          checked={form.enabled}
          disabled={locked.length > 0}
          onChange={(enabled) => setForm({ ...form, enabled })}
        />
        {open && <Problem tone="warn">{messages.everybodyIsAdmin}</Problem>}
        <div className="grid gap-3 md:grid-cols-2">
          {field('issuerUrl', { label: messages.issuer, type: 'url', placeholder: 'https://id.example.com' })}
          {field('clientId', { label: messages.clientId })}
          <div className="flex flex-col gap-1">
            {field('clientSecret', {
              label: messages.secret,
              type: 'password',
              autoComplete: 'new-password',
              hint: form.clearSecret && !form.clientSecret ? messages.secretCleared : messages.secretHint,
              placeholder: saved.clientSecretSet ? messages.secretSet : '',
            })}
            {saved.clientSecretSet && locked.length === 0 && !form.clientSecret && (
              <Button
                className="self-start"
                onClick={() => {
                  if (!form.clearSecret) toast('info', messages.secretCleared);
                  setForm({ ...form, clearSecret: !form.clearSecret });
                }}
              >
                {form.clearSecret ? messages.keepSecret : messages.clearSecret}
              </Button>
            )}
          </div>
          {field('redirectUrl', {
            label: messages.redirect,
            type: 'url',
            hint: saved.defaultRedirect
              ? messages.redirectHint(saved.defaultRedirect)
              : messages.redirectNeeded(`${window.location.origin}/api/oidc/callback`),
          })}
        </div>
        <Button className="self-start" aria-expanded={advanced} onClick={() => showAdvanced(!advanced)}>
          {advanced ? <ChevronDown size={14} /> : <ChevronRight size={14} />} {messages.advanced}
        </Button>
        {advanced && (
          <div className="grid gap-3 md:grid-cols-2">
            {field('scopes', { label: messages.scopesField, placeholder: 'openid profile email' })}
            {field('logoutUrl', { label: messages.logoutUrl, type: 'url' })}
            {field('usernameClaim', { label: messages.usernameClaim })}
            {field('emailClaim', { label: messages.emailClaim })}
            {field('groupsClaim', { label: messages.groupsClaim })}
            {field('allowedGroups', { label: messages.allowedGroups, hint: messages.listHint })}
            {field('allowedDomains', { label: messages.allowedDomains, hint: messages.domainsHint })}
            {field('allowedEmails', { label: messages.allowedEmails })}
            {field('adminGroups', { label: messages.adminGroups, hint: messages.rolesHint })}
            {field('operatorGroups', { label: messages.operatorGroups })}
          </div>
        )}
        {/* Enter in a field saves */}
        <button type="submit" hidden disabled={!changed} />
      </fieldset>
      {asking && (
        <Confirm
          title={messages.everybodyTitle}
          action={messages.everybodyAction}
          onConfirm={() => save(true)}
          onClose={() => setAsking(false)}
        >
          {messages.everybodyIsAdmin}
        </Confirm>
      )}
      {changed && (
        <UnsavedBar
          text={messages.unsavedSso}
          discard={messages.resetSso}
          busy={busy}
          onSave={() => void save()}
          onDiscard={() => {
            setForm(oidcForm(saved));
            setErrors({});
            setProblem('');
          }}
        />
      )}
    </form>
  );
}
