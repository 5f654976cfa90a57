// The checks of new credentials in a form, before the server is asked. The server decides.
import type { FieldErrors } from './field-errors.ts';

/** The same limits as in the schema's security endpoints, whose validators are not loaded into the browser. */
const PASSWORD_MIN = 8;

export interface SetupValues {
  bootstrapToken: string;
  username: string;
  mode: 'generate' | 'choose';
  password: string;
  confirm: string;
}

export const checkNewUser = ({
  username,
  mode,
  password,
  confirm,
}: Omit<SetupValues, 'bootstrapToken'>): FieldErrors => ({
  ...(!username.trim() && { username: 'Username is required' }),
  ...(mode === 'choose' &&
    password.length < PASSWORD_MIN && { password: `Password must be at least ${PASSWORD_MIN} characters` }),
  ...(mode === 'choose' && password !== confirm && { confirm: 'Passwords do not match' }),
});

export const checkSetup = (values: SetupValues): FieldErrors => ({
  ...(!values.bootstrapToken.trim() && { bootstrapToken: 'Enter the setup token' }),
  ...checkNewUser(values),
});

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
  confirm: string;
}

export function checkPasswordChange({ currentPassword, newPassword, confirm }: PasswordChange): FieldErrors {
  if (!currentPassword || !newPassword || !confirm) return { form: 'All fields are required' };
  return {
    ...(newPassword.length < PASSWORD_MIN && { newPassword: `Password must be at least ${PASSWORD_MIN} characters` }),
    ...(newPassword !== confirm && { confirm: 'New passwords do not match' }),
  };
}
