// What the server says about a refusal, in German. Its general texts are known by their code, all others by their words.
import { type ErrorCode, errors } from '@belfry/schema/errors';
import { type FindValues, findValues } from './filled-sentence.ts';
import { phrases } from './phrases.ts';

const codes: Readonly<Record<ErrorCode, string>> = {
  bad_request: 'Die Anfrage ist nicht gültig.',
  invalid_json: 'Die Anfrage ist kein gültiges JSON.',
  validation_error: 'Die Anfrage enthält ungültige Felder.',
  oidc_disabled: 'Single Sign-on ist nicht eingeschaltet.',
  unauthorized: 'Bitte anmelden',
  invalid_credentials: 'Benutzername oder Passwort ist falsch',
  wrong_password: 'Das aktuelle Passwort ist falsch',
  account_locked: 'Das Konto ist nach zu vielen Fehlversuchen vorübergehend gesperrt.',
  bootstrap_token_required:
    'Geben Sie das einmalige Setup-Token ein: Es steht im Protokoll des Servers und in der Datei bootstrap-token im Datenverzeichnis.',
  forbidden: 'Dafür fehlt die Berechtigung.',
  csrf_failed: 'Das CSRF-Token fehlt oder ist ungültig.',
  origin_refused: 'Dieser Ursprung darf sich nicht verbinden.',
  host_refused: 'Dieser Server antwortet nicht unter diesem Namen.',
  not_found: 'Nicht gefunden',
  storage_not_found: 'Storage nicht gefunden',
  method_not_allowed: 'Diese Methode ist nicht erlaubt',
  conflict: 'Das widerspricht dem, was es schon gibt.',
  changed_meanwhile: 'Das hat inzwischen jemand anders geändert, also wurde nichts gespeichert.',
  setup_required: 'Belfry ist noch nicht eingerichtet. Schließen Sie zuerst die Einrichtung ab.',
  oidc_locked: 'Single Sign-on ist durch Umgebungsvariablen festgelegt und kann hier nicht geändert werden.',
  too_large: 'Die Anfrage ist zu groß.',
  too_complex: 'Die Anfrage hat zu viele Werte oder zu tief geschachtelte Klammern.',
  unsupported_media_type: 'Der Server nimmt nur application/json an.',
  rate_limited: 'Zu viele Anfragen. Bitte warten Sie einen Moment und versuchen Sie es noch einmal.',
  internal_error: 'Interner Fehler des Servers',
  oidc_init_failed: 'Single Sign-on konnte nicht begonnen werden. Bitte versuchen Sie es noch einmal.',
  disk_unwritable:
    'Belfry kann nicht auf seinen Datenträger schreiben, also wurde nichts gespeichert. Schaffen Sie Platz und versuchen Sie es noch einmal.',
  unavailable: 'Zurzeit nicht verfügbar.',
};

const TYPES: Readonly<Record<string, string>> = {
  'a text': 'ein Text',
  'a number': 'eine Zahl',
  'a whole number': 'eine ganze Zahl',
  'true or false': 'true oder false',
  'a list': 'eine Liste',
  'an object': 'ein Objekt',
  'an e-mail address': 'eine E-Mail-Adresse',
  'an IPv4 address': 'eine IPv4-Adresse',
  'an IPv6 address': 'eine IPv6-Adresse',
  'an https address': 'eine https-Adresse',
};
const BOUNDS: Readonly<Record<string, string>> = {
  exactly: 'genau',
  'at least': 'mindestens',
  'at most': 'höchstens',
  'more than': 'mehr als',
  'less than': 'weniger als',
};
const texts: Readonly<Record<string, string>> = {
  'is required': 'wird gebraucht',
  'must not be empty': 'darf nicht leer sein',
  'is not valid': 'ist nicht gültig',
  'is not in the expected form': 'hat nicht die erwartete Form',
  'has a value that is not allowed': 'hat einen Wert, der nicht erlaubt ist',
  'has a name that is not allowed': 'hat einen Namen, der nicht erlaubt ist',
  'unknown field': 'unbekanntes Feld',
  'Host is required': 'Bitte die Adresse des Hosts angeben',
  'Use 1 to 64 letters, digits, or the characters . _ @ -': '1 bis 64 Buchstaben, Ziffern oder die Zeichen . _ @ -',
  'Use 32 to 128 letters, digits, _ or -': '32 bis 128 Buchstaben, Ziffern, _ oder -',
  'Password must be at least 8 characters': 'Das Passwort braucht mindestens 8 Zeichen',
  'Enter a time like 03:00': 'Geben Sie eine Uhrzeit wie 03:00 ein',
  'Choose light, dark, or nothing to follow the system': 'Hell, dunkel, oder leer für das Design des Systems',
  'Choose stable or rc': 'stable oder rc',
  'Choose trace, debug, info, warn, error or silent': 'trace, debug, info, warn, error oder silent',
  'Enter auto, or subnets like 192.168.1.0/24': 'auto, oder Subnetze wie 192.168.1.0/24',
  'Set by an environment variable, and can only be changed there':
    'Durch eine Umgebungsvariable festgelegt und nur dort änderbar',
  'Please enter a passphrase': 'Bitte eine Passphrase eingeben',
  'Please select a file to import': 'Bitte eine Datei für den Import auswählen',
  'Enter the client ID': 'Geben Sie die Client-ID ein',
  'Enter the address of /api/oidc/callback as the browser sees it':
    'Geben Sie die Adresse von /api/oidc/callback ein, wie der Browser sie sieht',
  'Enter the host of the broker': 'Geben Sie den Host des Brokers ein',
  'Enter the name of the mail server': 'Geben Sie den Namen des Mailservers ein',
  'Enter the address of the sender': 'Geben Sie die Adresse des Absenders ein',
  'Enter the user name that the token belongs to': 'Geben Sie den Benutzernamen ein, zu dem das Token gehört',
  'Enter the address to call': 'Geben Sie die Adresse ein, die aufgerufen wird',
  'Webhook name is required': 'Der Webhook braucht einen Namen',
  'Webhook URL is required': 'Der Webhook braucht eine Adresse',
  'Name at least one alert': 'Nennen Sie mindestens einen Alarm',
  'The end must follow the start': 'Das Ende muss nach dem Anfang liegen',
  'URL appears incomplete - please enter a complete domain or IP address':
    'Die Adresse ist unvollständig: Geben Sie eine ganze Domain oder IP-Adresse ein',
  'URL must start with http:// or https://': 'Die Adresse muss mit http:// oder https:// beginnen',
  'URL must include a valid hostname or IP address':
    'Die Adresse braucht einen gültigen Hostnamen oder eine IP-Adresse',
  'Invalid URL format': 'Das ist keine gültige Adresse',
  'Hostname appears incomplete': 'Der Hostname ist unvollständig',
  // words within a sentence
  header: 'der Kopfzeile',
  'custom field': 'dem eigenen Feld',
  silences: 'Stummschaltungen',
  'maintenance windows': 'Wartungsfenster',
  'this machine itself': 'dieser Rechner selbst',
  'a link-local address': 'eine link-lokale Adresse',
  'no particular machine': 'kein bestimmter Rechner',
  'a multicast address': 'eine Multicast-Adresse',
  'a reserved address': 'eine reservierte Adresse',
};

/** `translated` gets the values of the English sentence, in its order, and what translates a sentence in it. */
interface Sentence {
  english: string;
  translated(values: readonly string[], inner: (text: string) => string): string;
}
const filled = (german: string, values: readonly string[]): string => {
  const [start = '', ...parts] = german.split('{}');
  return parts.reduce((rest, part, at) => `${rest}${values[at] ?? ''}${part}`, start);
};
const asIs = ([english, german]: readonly [string, string]): Sentence => ({
  english,
  translated: (values) => filled(german, values),
});

/** About a field, the most particular first. */
const aboutFields: readonly Sentence[] = [
  ...Object.entries({
    ' It said: {}': ' Er sagt: {}',
    'must be one of {}': 'muss eines davon sein: {}',
    'must be an address such as {}': 'muss eine Adresse wie {} sein',
    'must be a time such as {}': 'muss ein Zeitpunkt wie {} sein',
    'must be a day such as {}': 'muss ein Tag wie {} sein',
    'must be a multiple of {}': 'muss ein Vielfaches von {} sein',
    'has an unknown field: {}': 'hat unbekannte Felder: {}',
    'has unknown fields: {}': 'hat unbekannte Felder: {}',
    'Enter a whole number of hours from {} to {}': 'Geben Sie ganze Stunden von {} bis {} ein',
    'Enter a whole number of seconds from {} to {}': 'Geben Sie ganze Sekunden von {} bis {} ein',
  }).map(asIs),
  ...Object.entries(BOUNDS).flatMap(([english, german]) =>
    [
      [`must have ${english} {} character`, `muss ${german} {} Zeichen haben`],
      [`must have ${english} {} characters`, `muss ${german} {} Zeichen haben`],
      [`must have ${english} {} entry`, `muss ${german} {} Einträge haben`],
      [`must have ${english} {} entries`, `muss ${german} {} Einträge haben`],
      [`must be ${english} {}`, `muss ${german} {} sein`],
    ].map(([from = '', to = '']) => asIs([from, to])),
  ),
  { english: 'must be {}', translated: ([what = '']) => `muss ${TYPES[what] ?? what} sein` },
];

const phrase = ([english, german]: readonly [string, string]): Sentence => ({
  english,
  translated: (values, inner) => filled(german, values.map(inner)),
});

/** The phrase with the most words of its own comes first: a text may fit several. */
const sentences: readonly (Sentence & { find: FindValues })[] = [
  ...Object.entries(phrases)
    .map(phrase)
    .sort((a, b) => b.english.length - a.english.length),
  ...aboutFields,
].map((sentence) => ({ ...sentence, find: findValues(sentence.english) }));

/** Characters. A longer text is shown as it is: Belfry has no sentence of this length. */
const LONGEST = 4000;
/** A sentence in a sentence in a sentence: Belfry says nothing with more of them. */
const DEEPEST = 4;

/** The words of a host or of a service stay as they are. */
export function refusal(code: string, text: string): string {
  const own = isCode(code) ? codes[code] : text;
  if (isCode(code) && text === errors[code].message) return own;
  const shown = fieldError(text);
  // its text lists the fields, and each field says in German what is wrong with it
  return code === 'validation_error' && shown === text ? own : shown;
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(codes, code);

export const fieldError = (text: string): string => (text.length > LONGEST ? text : german(text, DEEPEST));

function german(text: string, deepest: number): string {
  const known = Object.hasOwn(texts, text) ? texts[text] : undefined;
  if (known !== undefined) return known;
  if (deepest === 0) return text;
  for (const { find, translated } of sentences) {
    const found = find(text);
    if (found) return translated(found, (inner) => german(inner, deepest - 1));
  }
  return text;
}
