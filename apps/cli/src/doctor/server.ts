// Checks of a Belfry that runs, through its API.
import { getDiagnostics } from '@belfry/schema/http/diagnostics';
import { getState, getVersion } from '@belfry/schema/http/monitoring';
import { getSecurityStatus } from '@belfry/schema/http/security';
import type { Api } from '../api.ts';
import { Failure } from '../failure.ts';
import { checkDestinations } from './destinations.ts';
import { checkExports } from './exports.ts';
import { type Finding, note, problem } from './finding.ts';
import { checkHosts } from './hosts.ts';
import { checkPublicAddress } from './public-address.ts';

const state = getState.reply.pick({ serverProblems: true });
/** Two clocks that differ by more confuse sessions, alerts and backups. */
const CLOCK_MS = 60_000;

/** `at`: the API at another address, without the token. Throws a Failure when Belfry cannot be reached at all or takes no token. */
export async function checkServer(api: Api, at: (url: URL) => Api, now: number): Promise<Finding[]> {
  const [version, security] = await Promise.all([api.call(getVersion), api.call(getSecurityStatus)]);
  const found: Finding[] = [];
  if (!security.configured && !security.disabled)
    return [
      problem(
        'Belfry is not set up.',
        'Open it in a browser and make the administrator. The link with the token is in what Belfry printed at its start.',
      ),
    ];
  if (security.disabled)
    found.push(
      problem(
        'Everybody who can reach Belfry may do anything: sign-in is switched off.',
        'Take BELFRY_AUTH_DISABLED away, and restart.',
      ),
    );
  else if (security.hasHTTPS === false)
    found.push(
      note(
        'Belfry is reached by plain HTTP: passwords can be read on the way.',
        'Set BELFRY_TLS_CERT and BELFRY_TLS_KEY, or BELFRY_TLS_SELF_SIGNED=true, or put a proxy with HTTPS in front.',
      ),
    );
  if (version.updateAvailable)
    found.push(
      note(
        `Version ${version.latestVersion} of Belfry is available; this is ${version.version}.`,
        'The settings under System say how to get it.',
      ),
    );

  const [{ serverProblems }, diagnostics] = await Promise.all([
    api.call({ ...getState, reply: state }),
    api.call(getDiagnostics),
  ]);
  for (const { message } of Object.values(serverProblems))
    found.push(problem(message, 'See the log of Belfry for the whole error.'));
  const ahead = Date.parse(diagnostics.checkedAt) - now;
  if (Math.abs(ahead) > CLOCK_MS)
    found.push(
      note(
        `The clock of Belfry differs from this machine's by ${Math.round(Math.abs(ahead) / 1000)} s.`,
        'Switch on time synchronisation (NTP) on both.',
      ),
    );
  for (const { where, count, message } of diagnostics.defects)
    found.push(
      problem(
        `Belfry had an unexpected error in ${where}, ${count} times${message ? `: ${message}` : ''}.`,
        'Report it with the file of Settings, Diagnostics, Export.',
      ),
    );
  const more = await Promise.all([checkDestinations(api), checkExports(api), checkPublicAddress(api, at)]);
  return [...found, ...checkHosts(diagnostics), ...more.flat()];
}

/** A Failure as a finding: the doctor goes on with the other checks. */
export const asFinding = (error: unknown): Finding => {
  if (error instanceof Failure)
    return problem(error.message, 'The rest of the checks need the API with a token of scope admin.');
  throw error;
};
