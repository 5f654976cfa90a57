// How Belfry signs in to a host: with a token made by the setup command, with one made by hand, or with a password.
import { waysOf } from '@belfry/schema/config/kinds';
import type { NodeView } from '@belfry/schema/http/nodes';
import type { ComponentProps } from 'react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { Kind } from './kinds.ts';
import { messages } from './messages.ts';
import { isMoved, type NodeForm, type TextName } from './node-form.ts';
import { SetupCommand } from './setup-command.tsx';

interface AuthenticationProps {
  kind: Kind;
  node: NodeView | undefined;
  form: NodeForm;
  set(change: Partial<NodeForm>): void;
  field(name: TextName): Omit<ComponentProps<typeof TextField>, 'label'>;
  mode: 'auto' | 'manual';
  setMode(mode: 'auto' | 'manual'): void;
  /** The host can call this server, or the collector of its site. */
  canRegister: boolean;
  onRegistered(): void;
}

export function Authentication(props: AuthenticationProps) {
  const { kind, node, form, set, field, mode, setMode, canRegister, onRegistered } = props;
  const ways = waysOf(kind);
  /** Whose secret is kept where its field stays empty. */
  const kept = isMoved(form, node) ? undefined : node;
  return (
    <>
      {ways.length > 1 ? (
        <div className="flex flex-wrap gap-2">
          <Segmented
            label={messages.authentication}
            options={ways.map((way) => [way, messages.ways[way]])}
            value={form.auth}
            onChange={(auth) => set({ auth })}
          />
          {form.auth === 'token' && !node && kind.setup && canRegister && (
            <Segmented
              label={messages.setup}
              options={[
                ['auto', messages.auto],
                ['manual', messages.manual],
              ]}
              value={mode}
              onChange={setMode}
            />
          )}
        </div>
      ) : (
        ways[0] === 'password' && <Problem tone="info">{messages.onlyPassword(kind.title)}</Problem>
      )}
      {ways.length === 1 && !node && <Commands commands={kind.form.commands} />}
      {form.auth === 'password' ? (
        <div className="grid gap-3 md:grid-cols-2">
          <TextField
            {...field('user')}
            label={messages.user}
            placeholder={kind.form.userExample}
            hint={messages.forms[kind.type].userHint}
            autoCapitalize="none"
          />
          <TextField
            {...field('password')}
            label={messages.passwordField}
            type="password"
            autoComplete="new-password"
            placeholder={kept?.hasPassword ? messages.keepPassword : ''}
          />
        </div>
      ) : form.auth === 'key' ? (
        <TextField
          {...field('tokenValue')}
          label={messages.ways.key}
          type="password"
          autoComplete="new-password"
          placeholder={kept?.hasToken ? messages.keepKey : ''}
          mono
        />
      ) : mode === 'auto' && canRegister ? (
        <SetupCommand kind={kind} form={form} onRegistered={onRegistered} />
      ) : (
        <>
          {!node && <Commands commands={kind.form.commands} />}
          {!node && kind.form.backupCommands && (
            <Commands commands={kind.form.backupCommands} what={messages.manualBackups} />
          )}
          <div className="grid gap-3 md:grid-cols-2">
            <TextField
              {...field('tokenName')}
              label={messages.tokenId}
              placeholder={`${kind.form.userExample}!belfry`}
              hint={messages.tokenIdHint}
              autoCapitalize="none"
              mono
            />
            <TextField
              {...field('tokenValue')}
              label={messages.tokenValue}
              type="password"
              autoComplete="new-password"
              placeholder={kept?.hasToken ? messages.keepToken : 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx'}
              mono
            />
          </div>
        </>
      )}
      <p className="text-sm text-mute">{messages.forms[kind.type].account}</p>
    </>
  );
}

function Commands({ commands, what = messages.manualText }: { commands: readonly string[]; what?: string }) {
  const text = commands.join('\n');
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center gap-2">
        <span className="flex-1 text-sm text-soft">{what}</span>
        <CopyButton text={text} what={what} />
      </div>
      <pre className="rounded-md border border-line bg-bg p-2.5 font-mono text-xs leading-relaxed break-words whitespace-pre-wrap">
        {text}
      </pre>
    </div>
  );
}
