import { common } from './common.ts';
import { login } from './login.ts';

/** The texts the sign-in page needs; the others come with the shell. */
export const first = { common, login };
