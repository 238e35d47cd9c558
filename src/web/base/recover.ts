import type { QueryClient } from '@tanstack/react-query';
import { CallError } from './client.ts';
import { isLineStatus, onLineBack } from './line.ts';

/**
 * Repeats the calls that failed while the server was away, as soon as it answers. Hands back
 * how to stop.
 */
export const startRecovery = (client: QueryClient): (() => void) =>
  onLineBack(() => {
    void client.refetchQueries({
      type: 'active',
      predicate: ({ state: { error } }) => error instanceof CallError && isLineStatus(error.httpStatus),
    });
  });
