// A self-signed certificate for one node, as every Proxmox host creates one when it is installed.
import { X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';

/** PEM texts, and the SHA-256 fingerprint of the certificate as Proxmox prints it: `AB:CD:…`, 32 bytes. */
export type Certificate = { key: string; cert: string; fingerprint: string };

/** `days`: how long it is valid. A P-256 key takes only a few milliseconds, so a lab of a hundred nodes starts fast. */
export async function createCertificate(name: string, address: string, days = 730): Promise<Certificate> {
  const pem = await generate([{ name: 'commonName', value: `${name}.lab.example` }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + days * 86_400_000),
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: name },
          { type: 7, ip: address },
        ],
      },
    ],
  });
  return { key: pem.private, cert: pem.cert, fingerprint: new X509Certificate(pem.cert).fingerprint256 };
}
