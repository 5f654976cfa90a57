// The certificate in the form of a host: read when the address is known, and trusted with a button.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { certificateOf } from '../../../api/certificates.ts';
import { Button } from '../../../ui/button.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { Certificate, Fingerprint } from './certificate.tsx';
import { verdictOn } from './certificate-trust.ts';
import type { Kind } from './kinds.ts';
import { messages } from './messages.ts';
import type { NodeForm } from './node-form.ts';

interface CertificateSectionProps {
  kind: Kind;
  form: NodeForm;
  set(change: Partial<NodeForm>): void;
  /** The address whose certificate is shown. Empty: the address is still being typed. */
  host: string;
  /** Set when the user has to decide now: the certificate gets the focus. */
  refused: Error | undefined;
  /** The field for a fingerprint, for users who have it from elsewhere. */
  children: ReactNode;
}

export function CertificateSection({ kind, form, set, host, refused, children }: CertificateSectionProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refused) box.current?.focus();
  }, [refused]);
  return (
    <>
      {host === '' ? (
        <p className="text-sm text-mute">{messages.hostForCertificate}</p>
      ) : (
        <Seen box={box} {...{ kind, form, set, host }} />
      )}
      <details>
        <summary className="cursor-pointer text-sm text-soft max-md:min-h-10">{messages.otherWays}</summary>
        <div className="mt-2 flex flex-col gap-2.5">
          <Switch
            label={messages.verify}
            hint={messages.verifyHint}
            checked={form.verifySSL}
            onChange={(verifySSL) => set({ verifySSL })}
          />
          {children}
        </div>
      </details>
    </>
  );
}

interface SeenProps extends Pick<CertificateSectionProps, 'kind' | 'form' | 'set' | 'host'> {
  box: Ref<HTMLDivElement>;
}

function Seen({ kind, form, set, host, box }: SeenProps) {
  const {
    data: seen,
    error,
    refetch,
    isFetching,
  } = useQuery(certificateOf({ type: kind.type, host, site: form.site }));
  if (isFetching)
    return (
      <p role="status" className="text-sm text-mute">
        {messages.readingCertificate}
      </p>
    );
  if (error || !seen)
    return (
      <Problem tone="warn">
        <p>{error?.message}</p>
        <Button look="framed" className="mt-2" onClick={() => void refetch()}>
          {messages.retry}
        </Button>
      </Problem>
    );
  const verdict = verdictOn(seen, form);
  if (verdict === 'known') return <Problem tone="ok">{messages.knownAuthority(seen.issuer)}</Problem>;
  if (verdict === 'trusted')
    return (
      <Problem tone="ok">
        <p>{messages.trusted}</p>
        <Fingerprint value={seen.fingerprint} />
        <Button look="framed" className="mt-2" onClick={() => set({ fingerprint: '' })}>
          {messages.distrust}
        </Button>
      </Problem>
    );
  const before = verdict === 'changed' ? form.fingerprint : undefined;
  return (
    <div ref={box} tabIndex={-1}>
      <Problem tone="warn">
        <p className="mb-2 font-medium">{before ? messages.certificateChanged : messages.flaw[seen.flaw ?? 'other']}</p>
        <Certificate kind={kind} seen={seen} before={before}>
          <Button
            look="main"
            className="self-start"
            onClick={() => set({ fingerprint: seen.fingerprint, verifySSL: true })}
          >
            {messages.trust}
          </Button>
        </Certificate>
      </Problem>
    </div>
  );
}
