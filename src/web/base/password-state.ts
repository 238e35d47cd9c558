import { create } from 'zustand';

/** Is the dialog open, and must the weak password of this sign-in still be asked about? */
export const usePasswordState = create<{ open: boolean; askAboutWeak: boolean }>(() => ({
  open: false,
  askAboutWeak: false,
}));

/** Opens the dialog. */
export const openPasswordDialog = (): void => usePasswordState.setState({ open: true });

/** Closes the dialog. */
export const closePasswordDialog = (): void => usePasswordState.setState({ open: false });

/** Remembers that the person just signed in with a weak password; asked once the first page is there. */
export const askAboutWeakPassword = (): void => usePasswordState.setState({ askAboutWeak: true });

/** Takes the question back once it has been put. */
export const askAboutPassword = (): void => usePasswordState.setState({ askAboutWeak: false });
