// How a host is added by a command: the command has a code, fetches a script, and the script registers the host.
import { originOf } from '@belfry/domain/address';
import { ok } from '@belfry/domain/result';
import { kinds, type NodeType } from '@belfry/schema/config/kinds';
import { isForeignFlag } from '@belfry/schema/config/node';
import type { NodeView } from '@belfry/schema/http/nodes';
import type { AutoRegister, SetupScriptQuery, SetupScriptUrl } from '@belfry/schema/http/onboarding';
import type { Announcement } from '@belfry/schema/messages/announcement';
import type { SetupScript } from '../../config/host.ts';
import type { Registration } from '../../config/registration.ts';
import { type Clock, iso } from '../../lib/clock.ts';
import { type Answer, refuse, refuseField } from '../../lib/refusal.ts';
import type { Codes, Purpose } from './codes.ts';
import { setupScript } from './script.ts';
import { ownAddress, serverAddress } from './server-address.ts';
import { quote } from './shell.ts';

/** The request for a script. `addresses`: of this server. Hosts use the first one. */
interface ScriptRequester {
  isAdmin: boolean;
  addresses: readonly [string, ...string[]];
}

export interface OnboardingDeps {
  codes: Codes;
  /** The parts of the products that have a script. */
  scripts: Partial<Record<NodeType, SetupScript>>;
  /** Adds the host. If the host is known, it gets the new token. */
  register(newcomer: Registration): Promise<Answer<NodeView>>;
  /** Where hosts of the site reach its collector, best first; or why there is none. */
  siteAddresses(site: string): Answer<readonly string[]>;
  /** The name of the cluster or of the node, as far as the host tells it. Never throws, and ends soon. */
  nameOf(newcomer: Registration): Promise<string | undefined>;
  /** Whether a certificate authority signed the certificate of the host. Never throws, and ends soon. */
  hasTrustedCertificate(newcomer: Registration): Promise<boolean>;
  announce(message: Announcement): void;
  clock: Clock;
}

export interface Onboarding {
  /** `baseUrl`: of this server. */
  command(request: SetupScriptUrl, baseUrl: string): Answer<{ url: string; command: string; expires: number }>;
  script(query: SetupScriptQuery, requester: ScriptRequester): Answer<string>;
  /** `from`: the site whose collector passed it on. */
  register(
    body: AutoRegister,
    isAdmin: boolean,
    from?: string,
  ): Promise<Answer<{ status: 'success'; message: string; nodeId: string }>>;
}

export function createOnboarding({
  codes,
  scripts,
  register,
  siteAddresses,
  nameOf,
  hasTrustedCertificate,
  announce,
  clock,
}: OnboardingDeps): Onboarding {
  function purposeOf(type: Purpose['type'], host: string, backupPerms: boolean, baseUrl: string): Answer<Purpose> {
    const origin = originOf(host, kinds[type].port);
    if (!origin.ok) return refuseField('bad_request', 'host', origin.error);
    const address = serverAddress(baseUrl);
    if (!address.ok) return refuseField('bad_request', 'pulse_url', address.error);
    return ok({
      type,
      host: origin.value,
      backupPerms: backupPerms && kinds[type].setup?.backupPerms === true,
      baseUrl: address.value,
    });
  }

  /** A code allows only the use it was made for; an administrator may download any script. */
  function scriptPurpose(query: SetupScriptQuery, { isAdmin, addresses }: ScriptRequester): Answer<Purpose> {
    const { type, host, auth_token: code } = query;
    if (code) {
      const origin = host === undefined ? undefined : originOf(host, kinds[type].port);
      if (origin && !origin.ok) return refuseField('bad_request', 'host', origin.error);
      const purpose = codes.redeem(code, type, origin?.value);
      return purpose ? ok(purpose) : refuse('unauthorized', { id: 'setup.code' });
    }
    if (!isAdmin) return refuse('unauthorized');
    if (!host) return refuse('bad_request', { id: 'node.hostRequired' });
    const address = ownAddress(query.pulse_url ?? addresses[0], addresses);
    if (!address.ok) return refuseField('bad_request', 'pulse_url', address.error);
    return purposeOf(type, host, query.backup_perms === 'true', address.value);
  }

  return {
    command({ type, host, backupPerms, name, pulse_url: chosen, site = '', monitor = {} }, baseUrl) {
      const foreign = Object.keys(monitor).find((flag) => isForeignFlag(type, flag));
      if (foreign)
        return refuseField('bad_request', 'monitor', {
          id: 'setup.foreignFlag',
          values: { flag: foreign, kind: kinds[type].title },
        });
      const own = site === '' ? ok([baseUrl]) : siteAddresses(site);
      if (!own.ok) return own;
      const purpose = purposeOf(type, host, backupPerms, chosen || (own.value[0] ?? baseUrl));
      if (!purpose.ok) return purpose;
      const { code, expiresAt } = codes.issue({
        ...purpose.value,
        ...{ monitor, ...(name && { name }), ...(site && { site }) },
      });
      const query = new URLSearchParams({ type, host: purpose.value.host, pulse_url: purpose.value.baseUrl });
      if (purpose.value.backupPerms) query.set('backup_perms', 'true');
      query.set('auth_token', code);
      const url = `${purpose.value.baseUrl}/api/setup-script?${query}`;
      return ok({ url, command: `curl -fsSL ${quote(url)} | bash`, expires: Math.floor(expiresAt / 1000) });
    },

    script(query, requester) {
      const purpose = scriptPurpose(query, requester);
      // The code in the URL is used up by this download. The registration has its own code, which is in no log of URLs.
      if (!purpose.ok) return purpose;
      const { type } = purpose.value;
      const part = scripts[type];
      if (!part) return refuse('bad_request', { id: 'setup.noScript', values: { kind: kinds[type].title } });
      return ok(setupScript(part, purpose.value, codes.issue(purpose.value).code));
    },

    async register(body, isAdmin, from) {
      const { type, tokenId, tokenValue, serverName, setupCode, authToken } = body;
      if (body.requestToken) return refuse('bad_request', { id: 'setup.noChosenToken' });
      const origin = originOf(body.host, kinds[type].port);
      if (!origin.ok) return refuseField('bad_request', 'host', origin.error);
      const code = setupCode || authToken;
      const purpose = code ? codes.redeem(code, type, origin.value) : undefined;
      // A collector may use the codes of its own site only.
      const isElsewhere = from !== undefined && purpose?.site !== from;
      if (isElsewhere || (!isAdmin && !purpose)) return refuse('unauthorized', { id: 'setup.code' });
      const newcomer: Registration = {
        ...{ type, host: origin.value, tokenName: tokenId, tokenValue },
        ...(body.verifySSL !== undefined && { verifySSL: body.verifySSL }),
        ...(purpose?.site && { site: purpose.site }),
      };
      const trusted = { ...newcomer, ...(await trust(newcomer, body.fingerprint)) };
      const known = purpose?.name || (await nameOf(trusted)) || serverName;
      const registered = await register({ ...trusted, ...purpose?.monitor, ...(known && { name: known }) });
      if (!registered.ok) return registered;
      const { name, host, verifySSL } = registered.value;
      announce({
        type: 'node_auto_registered',
        data: { type, host, name, tokenId, hasToken: true, verifySSL, status: 'connected' },
        timestamp: iso(clock.now()),
      });
      return ok({ status: 'success', message: `${name} is watched now.`, nodeId: host });
    },
  };

  /** An authority outlives its certificates, so a certificate that an authority signed is not pinned. */
  async function trust(newcomer: Registration, fingerprint: string | undefined) {
    if (!fingerprint) return {};
    return { verifySSL: true, fingerprint: (await hasTrustedCertificate(newcomer)) ? '' : fingerprint };
  }
}
