// Checks of BELFRY_PUBLIC_URL: whether this Belfry answers there. Links in messages and the commands for agents have this address.
import { getHealth } from '@belfry/schema/http/monitoring';
import { getServerAddresses } from '@belfry/schema/http/onboarding';
import type { Api } from '../api.ts';
import { Failure, Unreachable } from '../failure.ts';
import { type Finding, note, problem } from './finding.ts';

/** Two calls to one server say the same start, but for the time that the calls take. */
const SAME_START_S = 30;
const CURE = 'Set BELFRY_PUBLIC_URL to the address of this Belfry in browsers, and restart.';

/** `at` calls another address without the token, because it may be somebody else's. */
export async function checkPublicAddress(api: Api, at: (url: URL) => Api): Promise<Finding[]> {
  const { publicUrl } = await api.call(getServerAddresses);
  if (publicUrl === '') return [];
  const { uptime } = await api.call(getHealth);
  try {
    const there = await at(new URL(publicUrl)).call(getHealth);
    if (Math.abs(there.uptime - uptime) < SAME_START_S) return [];
    return [problem(`Another Belfry answers at the public address of this one, ${publicUrl}.`, CURE)];
  } catch (error) {
    // It may be reached from outside only.
    if (error instanceof Unreachable)
      return [note(`The public address of Belfry is not reached from here. ${error.message}`, CURE)];
    if (error instanceof Failure)
      return [problem(`Something else answers at the public address. ${error.message}`, CURE)];
    throw error;
  }
}
