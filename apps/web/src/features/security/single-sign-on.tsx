// Single sign-on with an OpenID Connect provider.
import { everybodyIsAdmin } from '@belfry/domain/open-sign-on';
import type { OidcReply, OidcUpdate } from '@belfry/schema/http/oidc';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ComponentProps, useMemo, useState } from 'react';
import { call } from '../../api/client.ts';
import { oidc } from '../../api/security.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { ownAddress } from '../../lib/base.ts';
import { useLeaveGuard } from '../../lib/draft/leaving.tsx';
import { Theirs } from '../../lib/draft/theirs.tsx';
import { useDraft } from '../../lib/draft/use-draft.ts';
import { exact, textFields } from '../../lib/text-fields.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { TextField } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { UnsavedBar } from '../../ui/unsaved-bar.tsx';
import { Loaded } from './loaded.tsx';
import { messages } from './messages.ts';
import { checkOidc, type OidcField, oidcForm, oidcSettings, oidcUpdate } from './oidc-form.ts';

export function SingleSignOn() {
  const query = useQuery(oidc);
  return (
    <Card flush title={messages.sso}>
      <Loaded query={query} failure={messages.ssoLoadFailed}>
        {(saved) => <OidcPanel saved={saved} />}
      </Loaded>
    </Card>
  );
}

const callback = () => `${ownAddress()}/api/oidc/callback`;

function OidcPanel({ saved }: { saved: OidcReply }) {
  const queries = useQueryClient();
  const { draft, set, changed, theirs, reset } = useDraft(useMemo(() => oidcForm(saved, callback()), [saved]));
  const [advanced, showAdvanced] = useState(false);
  const [asking, setAsking] = useState(false);
  const { submit, sending, errors, failure, typed, clear } = useSubmit({
    check: () => checkOidc(draft),
    send: (body: OidcUpdate) => call('PUT /api/security/oidc', { body }),
    onDone(reply) {
      queries.setQueryData(oidc.queryKey, reply);
      reset();
      toast('success', messages.ssoSaved);
    },
  });
  const open = everybodyIsAdmin(oidcSettings(draft));
  const locked = Object.keys(saved.envOverrides);
  const unsaved = changed.length > 0;
  const { question } = useLeaveGuard(unsaved);
  const save = () => submit(oidcUpdate(draft, changed, saved));
  const ask = () => (open && Object.keys(checkOidc(draft)).length === 0 ? setAsking(true) : save());

  const text = textFields({ values: draft, errors, set, typed });
  const field = (name: OidcField, props: Omit<ComponentProps<typeof TextField>, 'error'>) => (
    <TextField
      {...text(name)}
      {...exact}
      disabled={locked.length > 0}
      {...props}
      {...(theirs[name] !== undefined && { hint: <Theirs value={theirs[name]} onTake={() => reset(name)} /> })}
    />
  );

  return (
    <form
      noValidate
      // a field that gets the focus is not hidden behind the unsaved bar
      className="[&_input]:scroll-mb-20"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <fieldset disabled={sending} className="flex flex-col gap-4 p-4">
        {locked.length > 0 && (
          <Problem tone="info">
            {messages.ssoLocked} <span className="font-mono text-xs">{locked.join(', ')}</span>
          </Problem>
        )}
        {failure && (
          <Problem>
            {messages.ssoSaveFailed}: {failure.message}
          </Problem>
        )}
        <Switch
          label={messages.ssoEnabled}
          checked={draft.enabled}
          disabled={locked.length > 0}
          onChange={(enabled) => set({ enabled })}
          {...(theirs.enabled !== undefined && {
            hint: <Theirs value={messages.onOff(theirs.enabled)} onTake={() => reset('enabled')} />,
          })}
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
              hint: draft.clearSecret && !draft.clientSecret ? messages.secretCleared : messages.secretHint,
              placeholder: saved.clientSecretSet ? messages.secretSet : '',
            })}
            {saved.clientSecretSet && locked.length === 0 && !draft.clientSecret && (
              <Button
                className="self-start"
                onClick={() => {
                  if (!draft.clearSecret) toast('info', messages.secretCleared);
                  set({ clearSecret: !draft.clearSecret });
                }}
              >
                {draft.clearSecret ? messages.keepSecret : messages.clearSecret}
              </Button>
            )}
          </div>
          {field('redirectUrl', {
            label: messages.redirect,
            type: 'url',
            hint: messages.redirectHint,
          })}
        </div>
        <Button className="self-start" aria-expanded={advanced} onClick={() => showAdvanced(!advanced)}>
          {advanced ? <ChevronDown size={14} /> : <ChevronRight size={14} />} {messages.advanced}
        </Button>
        {advanced && (
          <div className="grid gap-3 md:grid-cols-2">
            {field('scopes', { label: messages.scopesField, placeholder: 'openid profile email' })}
            {field('logoutUrl', { label: messages.logoutUrl, type: 'url', hint: messages.logoutHint })}
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
        <button type="submit" hidden disabled={!unsaved} />
      </fieldset>
      {asking && (
        <Confirm
          title={messages.everybodyTitle}
          action={messages.everybodyAction}
          onConfirm={async () => save()}
          onClose={() => setAsking(false)}
        >
          {messages.everybodyIsAdmin}
        </Confirm>
      )}
      {unsaved && (
        <UnsavedBar
          text={messages.unsavedSso}
          discard={messages.resetSso}
          busy={sending}
          onSave={ask}
          onDiscard={() => {
            reset();
            clear();
          }}
        />
      )}
      {question}
    </form>
  );
}
