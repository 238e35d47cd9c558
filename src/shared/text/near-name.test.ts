import { describe, expect, test } from 'vitest';
import { nearName } from './near-name.ts';

const known = ['remark', 'chargeCode', 'chargeName', 'handleStatus', 'ids'];

describe('the name that was meant', () => {
  test.each([
    ['reamrk', 'remark'],
    ['handlestatus', 'handleStatus'],
    ['handle_status', 'handleStatus'],
    ['handleStats', 'handleStatus'],
    ['chargeNames', 'chargeName'],
    ['handle', 'handleStatus'],
    ['remarkText', 'remark'],
    ['idss', 'ids'],
  ])('%s is %s', (given, meant) => {
    expect(nearName(given, known)).toBe(meant);
  });

  test.each(['zzUnknown', 'x', '', 'charge', 'tenantCode', 'r'.repeat(5000)])(
    '%s is nothing that is known',
    (given) => {
      expect(nearName(given, known)).toBeUndefined();
    },
  );
});
