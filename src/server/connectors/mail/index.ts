export type { HandedMail, MailServer } from './listen.ts';
export type { MailLimits } from './limits.ts';
export { type NameLookup, proveSender, type SenderProof, senderProof } from './prove-sender.ts';
export { identifyMail, readMail, type ReadMail } from './read-mail.ts';
