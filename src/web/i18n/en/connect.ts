import type { Messages } from '../messages.ts';
import type { connect as zh } from '../zh/connect.ts';

/** The page on which a person lets a program in. */
export const connect: Messages<typeof zh> = {
  title: 'Connect a program',
  asks: 'A program asks to use Portolan in your name. It calls itself:',
  answersTo: 'Answers go to',
  onThisComputer: '(on your computer)',
  you: 'Signed in as',
  otherPerson: 'Use another account',
  nameIsItsOwn:
    'The program chose this name itself; Portolan cannot verify it. If you did not just start connecting in that program, deny it.',
  tenant: 'Tenant to connect to (one only)',
  scopes: 'Allow it to',
  scope: { read: 'Read', act: 'Act' },
  allows: {
    shipments: 'See shipments, positions, exceptions and orders',
    plans: 'See sailings, ports and positions of vessels',
    money: 'See the prices that you may see',
    handle: 'Comment on, assign, handle and snooze exceptions',
    track: 'Add tracking',
    name: 'Each act is recorded in the audit in your name, with the name of the program',
  },
  mayNotAct: 'Your role allows no actions, so this program can only read.',
  until:
    'The program never sees more than you do. The connection ends after 30 days without use, and after 180 days at the latest. You can disconnect it under "Account security" at any time.',
  allow: 'Allow',
  deny: 'Deny',
  failed: 'The program could not be answered',
  problemTitle: 'This program cannot be connected',
  problem: {
    invalid_redirect_uri:
      'The program wants its answer at an address that it did not register. For your safety this was stopped.',
    invalid_client: 'Portolan does not know this program. Its registration may have expired.',
    other: 'The request is not valid, or is older than 15 minutes.',
  },
  problemNext: 'Go back to the program and connect again. If that fails, remove the connection there and add it anew.',
};
