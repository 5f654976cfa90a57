// The certificate that a host shows, so that an administrator can compare it with the one on the host and trust it.
import * as z from 'zod';
import { nodeTypes } from '../config/kinds.ts';
import { SiteId } from '../config/node.ts';
import { endpoint } from './endpoint.ts';

/** Why a browser would not accept a certificate. `unknown-authority`: also a host that signed its certificate itself. */
export const CertificateFlaw = z.enum(['unknown-authority', 'expired', 'not-yet-valid', 'other-name', 'other']);
export type CertificateFlaw = z.infer<typeof CertificateFlaw>;

/**
 * `subject` and `issuer` as in `CN=pve1.lan, O=Proxmox Virtual Environment`. Times are ISO. `fingerprint`: SHA-256 as Proxmox
 * prints it, `AB:CD:…`. Without a `flaw` the certificate is accepted as it is.
 */
export const HostCertificate = z.object({
  subject: z.string(),
  issuer: z.string(),
  validFrom: z.string(),
  validTo: z.string(),
  fingerprint: z.string(),
  flaw: CertificateFlaw.optional(),
});
export type HostCertificate = z.infer<typeof HostCertificate>;

export const readHostCertificate = endpoint('POST /api/config/nodes/certificate', {
  summary: 'The certificate that a host shows now; no credentials are sent to it',
  access: 'admin',
  /** `site`: whose collector reads it. */
  body: z.strictObject({ type: z.enum(nodeTypes), host: z.string().trim().min(1).max(255), site: SiteId.optional() }),
  reply: HostCertificate,
  errors: ['bad_request'],
});
