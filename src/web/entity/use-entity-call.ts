import type { CallName } from '#contract/paths.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { useCall, type UseCallOptions } from '#web/base/use-call.ts';
import type { QueryState } from '#web/kit/state/query-state.ts';
import { callNameOf, type EntityAction } from './entity-calls.ts';

/** The answer of a reading call of an entity; it is read by the declaration. */
export const useEntityCall = <Answer>(
  entity: Pick<Entity, 'name'>,
  action: EntityAction,
  input: object,
  options: UseCallOptions<CallName>,
): QueryState<Answer> => useCall(callNameOf(entity, action), input as never, options) as QueryState<Answer>;
