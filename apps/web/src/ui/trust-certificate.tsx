// Below words of the server about a certificate that is not trusted: shows its fingerprint once more, and trusts it.
import { Button } from './button.tsx';
import { messages } from './messages.ts';

/** As the server writes it; the first one is that of the certificate that was shown. */
const FINGERPRINT = /\b([\dA-F]{2}:){31}[\dA-F]{2}\b/;

interface TrustCertificateProps {
  /** Nothing is shown for words without a fingerprint. */
  words: string | undefined;
  /** It is in force when the form is saved. */
  onTrust(fingerprint: string): void;
}

export function TrustCertificate({ words = '', onTrust }: TrustCertificateProps) {
  const fingerprint = FINGERPRINT.exec(words)?.[0];
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
