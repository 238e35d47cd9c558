import { QueryClient } from '@tanstack/react-query';
import { CallError } from './client.ts';
import { useSession } from './session.ts';

/** Keeps server answers; only failures of the network are tried again, once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 1 && error instanceof CallError && error.httpStatus === 0,
    },
    mutations: { retry: false },
  },
});

// What one person was shown is nothing for the next.
useSession.subscribe(({ user }, before) => {
  if (before.user !== null && user?.userCode !== before.user.userCode) queryClient.clear();
});
