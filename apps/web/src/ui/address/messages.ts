// The texts of the field for the address of this server.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('address', {
  label: 'Address of Belfry for other machines',
  hint: 'It is part of the commands below. The machines that run them must reach Belfry there.',
  choices: 'Other addresses',
  'only-here':
    'Other machines cannot reach Belfry at this address, because it means themselves there. Enter the name or the IP address of the machine that Belfry runs on.',
  'no-address':
    'Enter an address such as http://192.168.1.20:7655, without a path. Until then the commands hold another one.',
  closed:
    'Belfry accepts no connections of other machines: BELFRY_HOST is an address of this machine only. Start it with BELFRY_HOST=0.0.0.0, or enter the address of the proxy in front of it.',
});
