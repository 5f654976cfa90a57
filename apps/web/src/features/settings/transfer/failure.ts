// Why an export or an import failed, in words, and whether an API token would help.
import { ApiError } from '../../../api/client.ts';
import { messages } from './messages.ts';

export interface TransferFailure {
  text: string;
  /** The user is asked for an API token. */
  needsToken: boolean;
}

interface Attempt {
  what: 'export' | 'import';
  /** An API token of this browser was sent. */
  withToken: boolean;
  /** Nobody can sign in here, so that only an API token proves who is asking. */
  signInDisabled: boolean;
}

export function transferFailure(error: unknown, { what, withToken, signInDisabled }: Attempt): TransferFailure {
  const refused = error instanceof ApiError && (error.status === 401 || error.status === 403);
  if (refused && withToken) return { text: messages.tokenInvalid, needsToken: true };
  const failed = refused
    ? messages[what === 'export' ? 'exportNeedsSignIn' : 'importNeedsSignIn']
    : messages[what === 'export' ? 'exportFailed' : 'importFailed'];
  const words = error instanceof Error ? error.message : '';
  const text = words ? `${failed}: ${words}` : failed;
  return { text, needsToken: (refused && signInDisabled) || /API_TOKEN/.test(words) };
}
