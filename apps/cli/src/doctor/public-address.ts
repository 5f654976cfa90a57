// Checks of BELFRY_PUBLIC_URL: whether this Belfry answers there. Links in messages and the commands for agents have this address.
import { getHealth } from '@belfry/schema/http/monitoring';
import { getServerAddresses } from '@belfry/schema/http/onboarding';
import type { Api } from '../api.ts';
import { Failure, Unreachable } from '../failure.ts';
import { messages } from '../messages/doctor.ts';
import { type Finding, note, problem } from './finding.ts';

/** Two calls to one server say the same start, but for the time that the calls take. */
const SAME_START_S = 30;

/** `at` calls another address without the token, because it may be somebody else's. */
export async function checkPublicAddress(api: Api, at: (url: URL) => Api): Promise<Finding[]> {
  const { publicUrl } = await api.call(getServerAddresses);
  if (publicUrl === '') return [];
  const { otherBelfry, notReached, other, cure } = messages.address;
  const { uptime } = await api.call(getHealth);
  try {
    const there = await at(new URL(publicUrl)).call(getHealth);
    if (Math.abs(there.uptime - uptime) < SAME_START_S) return [];
    return [problem(otherBelfry(publicUrl), cure)];
  } catch (error) {
    // It may be reached from outside only.
    if (error instanceof Unreachable) return [note(notReached(error.message), cure)];
    if (error instanceof Failure) return [problem(other(error.message), cure)];
    throw error;
  }
}
