// Shown while the app asks the server who is signed in. The text appears only when the answer is slow.
import { signInResult } from '../../lib/sign-in-result.ts';
import { Logo } from '../../ui/logo.tsx';
import { messages } from './messages.ts';

export function Checking({ text }: { text?: string }) {
  return (
    <main
      role="status"
      className="flex h-full animate-[appear_200ms_200ms_both] flex-col items-center justify-center gap-3"
    >
      <Logo className="size-9" />
      <p className="text-soft">{text ?? (signInResult()?.ok ? messages.signedIn : messages.checking)}</p>
    </main>
  );
}
