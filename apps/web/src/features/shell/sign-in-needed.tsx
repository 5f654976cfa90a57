// What somebody sees whom the server does not know.
import { LockKeyhole } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { messages } from './messages.ts';

export function SignInNeeded() {
  return (
    <Notice icon={<LockKeyhole />} title={messages.signIn}>
      <p>{messages.signInHint}</p>
      <Button look="framed" onClick={() => location.reload()}>
        {messages.tryAgain}
      </Button>
    </Notice>
  );
}
