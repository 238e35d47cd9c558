import { type ReactElement, Suspense } from 'react';
import { useSignInAgain } from '#web/base/sign-in-again.ts';
import { fetched } from '#web/kit/fetched.tsx';

const SignInAgain = fetched(async () => (await import('./SignInAgain.tsx')).SignInAgain, 'window');

/** Shows the dialog when a session ended while something was entered. */
export function SignInAgainHost(): ReactElement | null {
  const wanted = useSignInAgain((state) => state.wanted);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <SignInAgain />
    </Suspense>
  );
}
