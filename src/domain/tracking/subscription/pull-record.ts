/** State of one source asked again by a person: it waits for the source, was answered, or was called off. */
export type PullRecordState = 'pending' | 'pulled' | 'cancelled';

/** What can happen to a pull record. */
export type PullRecordMove = 'activate' | 'answer' | 'cancel';

const moves: Readonly<Record<PullRecordMove, { from: readonly PullRecordState[]; to: PullRecordState }>> = {
  activate: { from: ['pulled', 'cancelled'], to: 'pending' },
  answer: { from: ['pending'], to: 'pulled' },
  cancel: { from: ['pending'], to: 'cancelled' },
};

/** The state after a move; undefined when the record is in no state for it. */
export const moveTo = (state: PullRecordState, move: PullRecordMove): PullRecordState | undefined =>
  moves[move].from.includes(state) ? moves[move].to : undefined;

/** States from which a move leads on, for the condition of an update. */
export const statesBefore = (move: PullRecordMove): readonly PullRecordState[] => moves[move].from;

/** The number of a state on the wire. */
export const dataTypeOf: Readonly<Record<PullRecordState, 0 | 1 | 2>> = { pending: 0, pulled: 1, cancelled: 2 };
