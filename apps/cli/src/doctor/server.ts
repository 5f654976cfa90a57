// Checks of a Belfry that runs, through its API.
import { DiagnosticsReply, getDiagnostics } from '@belfry/schema/http/diagnostics';
import { getState, getVersion } from '@belfry/schema/http/monitoring';
import { getSecurityStatus } from '@belfry/schema/http/security';
import type { Api } from '../api.ts';
import { Failure } from '../failure.ts';
import { messageOf } from '../language/said.ts';
import { messages } from '../messages/doctor.ts';
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
  const text = messages.server;
  const [version, security] = await Promise.all([api.call(getVersion), api.call(getSecurityStatus)]);
  const found: Finding[] = [];
  if (!security.configured && !security.disabled) return [problem(text.notSetUp, text.notSetUpCure)];
  if (security.disabled) found.push(problem(text.open, text.openCure));
  else if (security.hasHTTPS === false) found.push(note(text.plainHttp, text.plainHttpCure));
  if (version.updateAvailable && version.latestVersion !== undefined)
    found.push(note(text.newVersion(version.latestVersion, version.version), text.newVersionCure));

  const [{ serverProblems }, diagnostics] = await Promise.all([
    api.call({ ...getState, reply: state }),
    api.call({ ...getDiagnostics, reply: DiagnosticsReply }),
  ]);
  for (const each of Object.values(serverProblems)) found.push(problem(messageOf(each), text.problemCure));
  const ahead = Date.parse(diagnostics.checkedAt) - now;
  if (Math.abs(ahead) > CLOCK_MS) found.push(note(text.clock(Math.round(Math.abs(ahead) / 1000)), text.clockCure));
  for (const { where, count, message } of diagnostics.defects)
    found.push(
      problem(message ? text.defectBecause(where, count, message) : text.defect(where, count), messages.report),
    );
  const more = await Promise.all([checkDestinations(api), checkExports(api), checkPublicAddress(api, at)]);
  return [...found, ...checkHosts(diagnostics), ...more.flat()];
}

/** A Failure as a finding: the doctor goes on with the other checks. */
export const asFinding = (error: unknown): Finding => {
  if (error instanceof Failure) return problem(error.message, messages.needsAdmin);
  throw error;
};
