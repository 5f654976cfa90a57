// SHA-256 fingerprints of certificates, which people and programs write in several forms.

/**
 * As Proxmox prints it: `AB:CD:…`, 32 bytes. Undefined if the text is not a fingerprint. Case, colons and a leading `sha256:`
 * make no difference.
 */
export function parseFingerprint(text: string): string | undefined {
  const hex = text
    .trim()
    .replace(/^sha256:/i, '')
    .replaceAll(':', '')
    .toUpperCase();
  return /^[0-9A-F]{64}$/.test(hex) ? hex.match(/../g)?.join(':') : undefined;
}

/** A text that is not a fingerprint equals nothing, not even itself. */
export function isSameFingerprint(a: string | undefined, b: string | undefined): boolean {
  const parsed = a && parseFingerprint(a);
  return Boolean(parsed) && parsed === parseFingerprint(b ?? '');
}
