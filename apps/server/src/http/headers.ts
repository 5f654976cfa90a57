// The security headers of every answer.
import { createHash } from 'node:crypto';

/**
 * Which pages may show ours in a frame: none, or these origins in addition to our own. An empty list means all pages.
 */
export type Framing = 'nobody' | readonly string[];

const policy = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self' data:",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
};

const text = Object.entries(policy)
  .map(([directive, sources]) => `${directive} ${sources}`)
  .join('; ');

const INLINE = /<(script|style)>(.*?)<\/\1>/gs;

/** The policy of a page that also allows what stands in its own text: its scripts and styles, by their hashes. */
export function policyFor(page: string, policy: string): string {
  const hashes = { script: '', style: '' };
  for (const [, tag = '', content = ''] of page.matchAll(INLINE))
    hashes[tag as keyof typeof hashes] += ` 'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  return policy.replace(/(script|style)-src [^;]*/g, (sources, tag: keyof typeof hashes) => sources + hashes[tag]);
}

const HSTS_S = 365 * 86_400;

const fixed = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(), microphone=(), camera=()',
};

/**
 * X-Frame-Options cannot contain a list, so it is sent only if no page may show ours. A browser that came over HTTPS
 * must use HTTPS from now on. This does not cover subdomains, because they may belong to others.
 */
export function securityHeaders(framing: Framing, https: boolean): Record<string, string> {
  const nobody = framing === 'nobody';
  const ancestors = nobody ? "'none'" : framing.length === 0 ? '*' : ["'self'", ...framing].join(' ');
  return {
    'content-security-policy': `${text}; frame-ancestors ${ancestors}`,
    ...(nobody && { 'x-frame-options': 'DENY' }),
    ...(https && { 'strict-transport-security': `max-age=${HSTS_S}` }),
    ...fixed,
  };
}
