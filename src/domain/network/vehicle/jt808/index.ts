export { createSplitter808, readFrame808 } from './frame.ts';
export type { Jt808Message } from './frame.ts';
export { idsOf808, readMessage808 } from './messages.ts';
export type { Jt808Media, Jt808Registration } from './messages.ts';
export {
  answer808,
  answerMedia808,
  answerRegistration808,
  answerTime808,
  askParts808,
  registration808,
  results808,
} from './answers.ts';
export { createParts808 } from './parts.ts';
