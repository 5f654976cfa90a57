import { ApiError, call, getStatus } from '../../api/client.ts';

interface Values {
  username: string;
  password: string;
}

/** Throws ApiError. */
export async function signIn(values: Values): Promise<void> {
  try {
    await call('POST /api/login', { body: values });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    const status = await getStatus('/api/state', { headers: { Authorization: basic(values) }, signal: null });
    if (status !== 200) throw new ApiError(said(status), error.refusal);
    // the credentials are right, but only a sign-in makes a session
    await call('POST /api/login', { body: values });
  }
}

/** 401 and 0 (again no answer) stay as they are. Any other status is an error of the server. */
const said = (status: number): number => (status === 0 || status === 401 ? status : 500);

const basic = ({ username, password }: Values): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))}`;
