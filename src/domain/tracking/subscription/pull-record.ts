/** State of one source asked again by a person: it waits for the source, was answered, or was called off. */
export type PullRecordState = 'pending' | 'pulled' | 'cancelled';

/** What can happen to a pull record. */
export type PullRecordMove = 'activate' | 'answer' | 'cancel';

const before: Readonly<Record<PullRecordMove, readonly PullRecordState[]>> = {
  activate: ['pulled', 'cancelled'],
  answer: ['pending'],
  cancel: ['pending'],
};

/** States from which a move leads on, for the condition of an update. */
export const statesBefore = (move: PullRecordMove): readonly PullRecordState[] => before[move];

/** The number of a state on the wire. */
export const dataTypeOf: Readonly<Record<PullRecordState, 0 | 1 | 2>> = { pending: 0, pulled: 1, cancelled: 2 };
