// The texts of setup and sign-in.
import { plural } from '../../lib/language/format.ts';
import { inLanguage } from '../../lib/language/in-language.ts';
export const messages = inLanguage('login', {
  title: 'Welcome to Belfry',
  subtitle: 'Enter your credentials to continue',
  username: 'Username',
  password: 'Password',
  submit: 'Sign in to Belfry',
  submitting: 'Authenticating...',
  ended: 'Your session has ended. Please sign in again.',
  sso: 'Continue with Single Sign-On',
  redirecting: 'Redirecting…',
  ssoFailed: 'Failed to start single sign-on. Please try again.',
  or: 'or',
  ssoHint: 'Use your admin credentials to sign in below.',
  required: { username: 'Username is required', password: 'Password is required' },
  lockoutNote:
    'Lockouts automatically expire after the specified time. If you need immediate access, contact your administrator.',

  setupTitle: 'Set up Belfry',
  setupSubtitle: 'Nobody can sign in yet. Create the administrator of this instance.',
  bootstrap: 'Setup token',
  bootstrapHint:
    'Belfry wrote it to its log when it started, and to the file bootstrap-token in its data directory. With Docker Compose: docker compose exec belfry cat /data/bootstrap-token; with docker run: docker exec belfry cat /data/bootstrap-token.',
  bootstrapLinked: 'Filled in from the link that Belfry printed when it started.',
  passwordMode: 'Administrator password',
  generateHint: 'A password of 16 characters is generated and shown once on the next page.',
  confirm: 'Repeat the password',
  setup: 'Set up Belfry',
  settingUp: 'Setting up...',
  setupFailed: (error: string) => `Failed to setup security: ${error}`,
  doneTitle: 'Belfry is set up',
  doneHint: 'This is the only time these are shown. Save them, then sign in with them.',
  generated: 'Admin credentials generated. Save them before continuing.',
  configured: 'Security configured. Save your credentials before continuing.',
  doneSignedIn: 'You are signed in. This is the only time these are shown: save them now.',
  done: 'Done',
  locked: 'Account temporarily locked due to too many failed attempts.',
  noConnection: 'Failed to connect to server',
  lockedFor: (minutes: number) => `Account locked. Please try again in ${plural(minutes, 'minute')}.`,
  tooMany: 'Too many requests. Please wait a moment and try again.',
  wrongAndLocked: 'Invalid username or password. Account is now locked.',
  wrong: 'Invalid username or password',
  remaining: (text: string, attempts: number) => `${text} (${plural(attempts, 'attempt')} remaining)`,
  serverError: 'Server error. Please try again.',
  open: 'Open Belfry',
  ssoErrors: {
    email_restricted: 'Your account email is not permitted to access Belfry.',
    domain_restricted: 'Your email domain is not allowed for access.',
    group_restricted: 'Your account is not part of an authorized group to use Belfry.',
    invalid_state: 'The sign-in attempt expired. Please try again.',
    client_refused:
      'Your identity provider does not accept this Belfry: an administrator must check the client ID and the client secret.',
    code_refused:
      'Your identity provider did not accept the sign-in, because it took too long or was used before. Try again.',
    wrong_clock:
      'The clocks of Belfry and of your identity provider differ, so the sign-in is not valid. An administrator must set them right.',
    user_info_failed:
      'Your identity provider did not say who you are or in which groups: its user endpoint failed. Try again, or ask an administrator.',
    exchange_failed: 'We could not complete the sign-in request. Please try again shortly.',
    session_failed: 'Login succeeded but we could not create a session. Try again.',
    invalid_id_token:
      'The ID token of your provider could not be verified. Check that the issuer URL in the single sign-on settings is exactly the one your provider announces.',
    invalid_signature_alg: 'Your identity provider issues HS256 tokens. Configure it to sign ID tokens with RS256.',
    invalid_nonce: 'Security validation failed (nonce mismatch). Please try again.',
  },
  ssoError: 'Single sign-on failed. Please try again or contact an administrator.',
});

/** `code` comes from the address, so its value may be anything. */
export const singleSignOnError = (code: string): string =>
  isKnown(code) ? messages.ssoErrors[code] : messages.ssoError;

const isKnown = (code: string): code is keyof typeof messages.ssoErrors => Object.hasOwn(messages.ssoErrors, code);
