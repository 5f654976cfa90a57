// The certificate of one node, as every Proxmox host has one when it is installed. No browser accepts it.
import { X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';

/** PEM texts, and the SHA-256 fingerprint of the certificate as Proxmox prints it: `AB:CD:…`, 32 bytes. */
export type Certificate = { key: string; cert: string; fingerprint: string };

/** A P-256 key takes only a few milliseconds, so a lab of a hundred nodes starts fast. */
const quick = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const;
const until = (days: number) => new Date(Date.now() + days * 86_400_000);
/** A year ago: TLS looks at the real time, also where the clock of a test is ahead of it. */
const begun = () => ({ notBeforeDate: until(-365) });

/** The authority of a Proxmox VE cluster, which signs the certificates of its nodes. It is valid for ten years. */
export async function createAuthority(): Promise<{ key: string; cert: string }> {
  const names = [
    { name: 'commonName', value: 'Proxmox Virtual Environment' },
    { name: 'organizationName', value: 'PVE Cluster Manager CA' },
  ];
  const extensions = [{ name: 'basicConstraints' as const, cA: true, critical: true }];
  const pem = await generate(names, { ...quick, ...begun(), notAfterDate: until(3650), extensions });
  return { key: pem.private, cert: pem.cert };
}

/** `days`: how long it is valid. `authority`: signs it as the node of a cluster; without one it signs itself. */
export async function createCertificate(
  name: string,
  address: string,
  days = 730,
  authority?: { key: string; cert: string },
): Promise<Certificate> {
  const owner = authority && [
    { shortName: 'OU', value: 'PVE Cluster Node' },
    { name: 'organizationName', value: 'Proxmox Virtual Environment' },
  ];
  const pem = await generate([...(owner ?? []), { name: 'commonName', value: `${name}.lab.example` }], {
    ...quick,
    ...begun(),
    notAfterDate: until(days),
    ...(authority && { ca: authority }),
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
