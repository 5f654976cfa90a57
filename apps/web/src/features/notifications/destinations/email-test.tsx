// Sends a test with the settings as typed, and shows the answer of the mail server.
import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { TrustCertificate } from '../../../ui/trust-certificate.tsx';
import { type EmailForm, wholeUpdate } from './email-form.ts';
import { messages } from './messages.ts';
import { tryEmail } from './queries.ts';
import { TestResult } from './test-result.tsx';

interface EmailTestProps {
  form: EmailForm;
  onRefused(error: Error): void;
  onTrust(fingerprint: string): void;
}

export function EmailTest({ form, onRefused, onTrust }: EmailTestProps) {
  const texts = messages.email;
  const { mutate, isPending, data, error, submittedAt } = useMutation({
    mutationFn: () => tryEmail(wholeUpdate(form)),
    onSuccess: () => toast('success', texts.testSent, { message: texts.checkInbox }),
    onError(failure) {
      toast('error', texts.testFailed, { message: failure.message || messages.unknownError });
      onRefused(failure);
    },
  });
  return (
    <div className="flex flex-col gap-3 border-t border-line-soft pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button look="framed" disabled={!form.enabled || isPending} onClick={() => mutate()}>
          <Send size={13} aria-hidden /> {isPending ? messages.testing : texts.test}
        </Button>
        <span className="min-w-0 flex-1 text-sm text-mute">{texts.testHint}</span>
      </div>
      {!isPending && <TestResult answer={data?.message} failure={error?.message} at={submittedAt} />}
      {!isPending && <TrustCertificate words={error?.message} onTrust={onTrust} />}
    </div>
  );
}
