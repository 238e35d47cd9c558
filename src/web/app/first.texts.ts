/** The texts that the sign-in page needs, as one chunk; the others come with the shell and with the pages. */
export { common } from '#web/base/common.texts.ts';
export { login } from '#web/features/administration/login/login.texts.ts';
