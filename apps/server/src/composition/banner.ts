// What the program prints when it serves: where it can be reached, and how to set it up.
import { isOnlyHere } from '@belfry/domain/address';
import type { ServerAddresses } from '@belfry/schema/http/onboarding';

interface BannerDeps extends ServerAddresses {
  version: string;
  /** The address for this machine. */
  url: string;
  /** Undefined when Belfry is set up. */
  setupToken: string | undefined;
  /** SHA-256 of the certificate that Belfry made for itself, which browsers do not trust. */
  fingerprint: string | undefined;
}

/** One text per line. Programs read the first one. */
export function bannerLines({
  version,
  url,
  publicUrl,
  addresses,
  isOnlyHere: isClosed,
  setupToken,
  fingerprint,
}: BannerDeps): string[] {
  const others = [...new Set([publicUrl, ...addresses])].filter((address) => address !== '' && !isOnlyHere(address));
  const reach =
    others.length > 0
      ? `From other machines: ${others.join('  ')}`
      : isClosed
        ? 'Other machines cannot reach it, because BELFRY_HOST is an address of this machine only.'
        : 'From other machines: the address of this machine with the port that leads here.';
  const isNamed = !isOnlyHere(url) && others.length === 1 && others[0] === url;
  return [
    `Belfry ${version} is at ${url}`,
    ...(isNamed ? [] : [reach]),
    ...(fingerprint === undefined
      ? []
      : [`Browsers warn once. Compare the SHA-256 of the certificate: ${fingerprint}`]),
    // After the #, so that the token is in no log of requests.
    ...(setupToken === undefined ? [] : [`Set it up with this link, once: ${others[0] ?? url}/#setup=${setupToken}`]),
  ];
}
