import { z } from 'zod';
import { defineTask, type Task } from '#server/platform/queue/index.ts';

/** A kind of task by its name alone, for tests that put tasks into the queue themselves. */
export const anyTask = (kind: string): Task<unknown> => defineTask(kind, z.unknown());
