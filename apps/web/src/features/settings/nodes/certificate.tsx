// A certificate that must be trusted by an administrator: what it says, and how to compare it on the host.
import type { HostCertificate } from '@belfry/schema/http/host-certificate';
import type { ReactNode } from 'react';
import { dateOf } from '../../../lib/moment.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Command } from '../docker/command.tsx';
import type { Kind } from './kinds.ts';
import { messages } from './messages.ts';

interface CertificateProps {
  kind: Kind;
  seen: HostCertificate;
  /** The fingerprint that was trusted until now, if it is another one. */
  before?: string | undefined;
  /** The button that trusts it. */
  children?: ReactNode;
}

export function Certificate({ kind, seen, before, children }: CertificateProps) {
  const { subject, issuer, validFrom, validTo, fingerprint } = seen;
  return (
    <div className="flex min-w-0 flex-col gap-2.5">
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 max-md:grid-cols-1">
        <Fact name={messages.subject}>{subject}</Fact>
        <Fact name={messages.issuer}>{issuer}</Fact>
        <Fact name={messages.valid}>
          {messages.validity(dateOf(Date.parse(validFrom)), dateOf(Date.parse(validTo)))}
        </Fact>
        {before && (
          <Fact name={messages.fingerprintBefore}>
            <Fingerprint value={before} />
          </Fact>
        )}
        <Fact name={before ? messages.fingerprintNow : messages.sha256}>
          <Fingerprint value={fingerprint} />
        </Fact>
      </dl>
      <div>
        <p className="mb-1 text-soft">{messages.compare}</p>
        <CompareCommand kind={kind} />
        <p className="mt-1 text-soft">{messages.compareResult(kind.type)}</p>
      </div>
      {children}
    </div>
  );
}

/** Shows the certificate on the host itself. */
const CompareCommand = ({ kind: { form } }: { kind: Kind }) => (
  <Command text={form.certificate}>
    <CopyButton text={form.certificate} what={messages.compareCommand} />
  </Command>
);

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-mute">{name}</dt>
      <dd className="min-w-0 break-words max-md:mb-1">{children}</dd>
    </>
  );
}

/** Each line has whole bytes, of three characters with their colon, so that it can be compared with another one. */
export const Fingerprint = ({ value }: { value: string }) => (
  <code className="block max-w-[48ch] font-mono text-xs break-all select-all [font-variant-ligatures:none] max-md:max-w-[36ch]">
    {value}
  </code>
);
