// Below words of the server about a certificate that is not trusted: shows its fingerprint once more, and trusts it.
import { fingerprintIn } from '@belfry/domain/fingerprint';
import { Button } from './button.tsx';
import { messages } from './messages.ts';

interface TrustCertificateProps {
  /** Nothing is shown for words without a fingerprint. */
  words: string | undefined;
  /** It is in force when the form is saved. */
  onTrust(fingerprint: string): void;
}

export function TrustCertificate({ words = '', onTrust }: TrustCertificateProps) {
  const fingerprint = fingerprintIn(words);
  if (fingerprint === undefined) return null;
  return (
    <div className="flex flex-col items-start gap-2">
      <span className="text-sm text-mute">{messages.compareCertificate}</span>
      <span className="font-mono text-xs wrap-anywhere">{fingerprint}</span>
      <Button look="framed" onClick={() => onTrust(fingerprint)}>
        {messages.trustCertificate}
      </Button>
    </div>
  );
}
