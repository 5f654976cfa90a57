// The checks of new credentials in a form, before the server is asked. The server decides.

import type { FieldErrors } from '../../lib/field-errors.ts';
import { messages } from './messages.ts';

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
  ...(!username.trim() && { username: messages.usernameRequired }),
  ...(mode === 'choose' && password.length < PASSWORD_MIN && { password: messages.passwordTooShort(PASSWORD_MIN) }),
  ...(mode === 'choose' && password !== confirm && { confirm: messages.passwordsDiffer }),
});

export const checkSetup = (values: SetupValues): FieldErrors => ({
  ...(!values.bootstrapToken.trim() && { bootstrapToken: messages.setupToken }),
  ...checkNewUser(values),
});

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
  confirm: string;
}

export function checkPasswordChange({ currentPassword, newPassword, confirm }: PasswordChange): FieldErrors {
  if (!currentPassword || !newPassword || !confirm) return { form: messages.allRequired };
  return {
    ...(newPassword.length < PASSWORD_MIN && { newPassword: messages.passwordTooShort(PASSWORD_MIN) }),
    ...(newPassword !== confirm && { confirm: messages.newPasswordsDiffer }),
  };
}
