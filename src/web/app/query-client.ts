import { QueryClient } from '@tanstack/react-query';
import { CallError } from './client.ts';

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
