// What the identity provider said at the last sign-ins, what was made of it, and what to set.
import type { SignIn } from '@belfry/schema/http/oidc-sign-ins';
import { useQuery } from '@tanstack/react-query';
import { signIns } from '../../../api/security.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { Empty, Loaded } from '../loaded.tsx';
import { Ago } from '../time.tsx';
import { advices, adviceText, messages, refusalText, roleText } from './messages.ts';

export function SignIns() {
  const { data, error } = useQuery(signIns);
  return (
    <Card flush title={messages.title} hint={messages.hint}>
      <Loaded query={{ data: data?.signIns, error }}>
        {(list) =>
          list.length === 0 ? (
            <Empty>{messages.none}</Empty>
          ) : (
            <ul className="divide-y divide-line-soft">
              {list.map((signIn) => (
                <li key={signIn.id}>
                  <Entry signIn={signIn} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function Entry({ signIn }: { signIn: SignIn }) {
  const { at, code, says, user, claims } = signIn;
  const isIn = code === '';
  const needs = advices(signIn);
  return (
    <details>
      <summary className="flex min-h-(--row) cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <Dot state={isIn ? (needs.length > 0 ? 'warn' : 'ok') : 'crit'} label="" />
        <b className="font-medium">{user || messages.nobody}</b>
        <span className={isIn ? 'text-soft' : 'text-crit'}>{isIn ? roleText(signIn) : messages.refused}</span>
        <span className="ml-auto text-sm text-mute">
          <Ago iso={at} />
        </span>
      </summary>
      <div className="flex flex-col gap-2 px-4 pb-4">
        {!isIn && <p>{refusalText(code)}</p>}
        {says && (
          <p>
            <span className="text-soft">{messages.says}</span>{' '}
            <span className="font-mono text-xs wrap-anywhere">{says}</span>
          </p>
        )}
        {needs.map((advice) => (
          <p key={advice.about}>{adviceText(advice)}</p>
        ))}
        {claims === '' ? (
          <p className="text-mute">{messages.noClaims}</p>
        ) : (
          <>
            <section
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls is reached by the keyboard
              tabIndex={0}
              aria-label={messages.claims}
              className="max-h-80 overflow-auto rounded-md border border-line p-3"
            >
              <pre className="font-mono text-xs">{claims}</pre>
            </section>
            <div>
              <CopyButton text={claims} what={messages.claims} />
            </div>
          </>
        )}
      </div>
    </details>
  );
}
