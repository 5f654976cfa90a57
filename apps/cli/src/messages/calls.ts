// Why a call of the API failed.
import { inLanguage } from '../language/in-language.ts';

export const messages = inLanguage('calls', {
  unreadable: (option: string, file: string, code: string) => `${option}: ${file} cannot be read (${code}).`,
  otherProgram: (address: string, path: string) =>
    `${address} answered ${path} with something else than Belfry does. Is it another version, or another program?`,
  late: (address: string, seconds: number) => `${address} did not answer in ${seconds} s.`,
  untrusted: (address: string, code: string) =>
    `The certificate of ${address} is not trusted (${code}). If it is Belfry's own, name its file with --ca or BELFRY_CA: in the data directory, tls/self-signed.crt.`,
  nothingThere: (address: string) =>
    `Nothing answers at ${address}. Does Belfry run? --url or BELFRY_URL gives another address.`,
  unknownName: (name: string) => `The name ${name} is not known. --url or BELFRY_URL gives another address.`,
  unreachable: (address: string, reason: string) => `${address} cannot be reached (${reason}).`,
  wrongToken: 'The token is not valid. Make one in the settings under Security, and give it with BELFRY_TOKEN.',
  noToken:
    'Belfry asks for a token. Make one in the settings under Security, and give it with BELFRY_TOKEN or BELFRY_TOKEN_FILE.',
  notAllowed: (reason: string) => `The token may not do this: ${reason}`,
  smallScope: 'its scope is too small',
  status: (status: number) => `Belfry answered with status ${status}`,
});
