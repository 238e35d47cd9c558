import { expect, test } from 'vitest';
import { shownAddress } from './shown-address.ts';

test.each([
  [
    'https://oapi.dingtalk.example/robot/send?access_token=0123',
    'https://oapi.dingtalk.example/robot/send?access_token=***',
  ],
  ['https://me:secret@forwarder.example/hook', 'https://me:***@forwarder.example/hook'],
  // Robots whose password is a part of the path.
  [
    'https://open.feishu.example/open-apis/bot/v2/hook/0a1b2c3d-4e5f-6789-abcd-ef0123456789',
    'https://open.feishu.example/open-apis/bot/v2/hook/***',
  ],
  [
    'https://hooks.slack.example/services/T024BE7LD/B0184KWQ3/x8Vg2LmQ0rTz5KpW1nYc7Hd4',
    'https://hooks.slack.example/services/T024BE7LD/B0184KWQ3/***',
  ],
])('what serves as a password in %s is not shown', (address, shown) => expect(shownAddress(address)).toBe(shown));

test.each([
  'https://forwarder.example/api/v2/shipment-exception-notifications-2026/receive',
  'https://forwarder.example/hooks/portolan_events_v2/',
  'duty@forwarder.example',
  'no address at all',
])('%s is shown as it is', (address) => expect(shownAddress(address)).toBe(address));
