// The last sign-ins at the provider, for administrators. They are in memory only: claims are about people.
import { SIGN_INS_KEPT, type SignIn } from '@belfry/schema/http/oidc-sign-ins';
import type { Clock } from '../../lib/clock.ts';

export function createSignIns(clock: Clock) {
  let kept: readonly SignIn[] = [];
  let id = 0;
  return {
    /** A failure that repeats itself without a person takes the place of the one before. */
    note(signIn: Omit<SignIn, 'id' | 'at'>) {
      const [last] = kept;
      const isAgain =
        signIn.claims === '' && last?.claims === '' && last.code === signIn.code && last.says === signIn.says;
      id++;
      const noted = { ...signIn, id, at: new Date(clock.now()).toISOString() };
      kept = [noted, ...(isAgain ? kept.slice(1) : kept)].slice(0, SIGN_INS_KEPT);
    },
    /** Newest first. */
    list: (): readonly SignIn[] => kept,
  };
}
