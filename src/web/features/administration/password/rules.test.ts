import { expect, test } from 'vitest';
import { passwordProblems } from './rules.ts';

test.each([
  [
    { current: '', next: '', confirmation: '' },
    {
      current: 'password.currentRequired',
      next: 'password.nextRequired',
      confirmation: 'password.confirmationRequired',
    },
  ],
  [{ current: 'Old1old', next: 'short', confirmation: 'short' }, { next: 'password.rule' }],
  [{ current: 'Old1old', next: 'alllower1', confirmation: 'alllower1' }, { next: 'password.rule' }],
  [{ current: 'Old1old', next: 'Old1old', confirmation: 'Old1old' }, { next: 'password.same' }],
  [{ current: 'Old1old', next: 'New1new', confirmation: 'New1neu' }, { confirmation: 'password.mismatch' }],
  [{ current: 'Old1old', next: 'New1new', confirmation: 'New1new' }, {}],
])('%o has the problems %o', (input, problems) => {
  expect(passwordProblems(input)).toEqual(problems);
});
