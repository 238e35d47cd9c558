import { create } from 'zustand';

/** Has the session ended while something was entered? Then the person signs in above the page. */
export const useSignInAgain = create<{ wanted: boolean }>(() => ({ wanted: false }));

/** Asks the person to sign in again where they are. */
export const askToSignInAgain = (): void => useSignInAgain.setState({ wanted: true });

/** They did, or leave for the sign-in page. */
export const signedInAgain = (): void => useSignInAgain.setState({ wanted: false });
