import { expect, test, vi } from 'vitest';
import type { NetworkState } from '#domain/network/vehicle/device-trust.ts';
import type { DeviceLine } from '#server/connectors/vehicle/index.ts';
import { createPresence, silentLinkMs } from './presence.ts';

/** Connections of one vehicle on a clock that is set by hand. */
function presenceAt() {
  let now = 0;
  const presence = createPresence(() => now);
  return {
    presence,
    pass: (ms: number) => (now += ms),
    join: (
      remoteAddress: string,
      state: NetworkState = 'seen',
      line: DeviceLine = { close: vi.fn<() => void>(), send: () => undefined, remoteAddress },
    ) =>
      presence.join({
        vehicle: { vehicleId: 1, tenantId: 1, plateNo: 'A', protocol: 'JT808' },
        terminalNo: '1',
        line,
        hasCode: true,
        isProven: true,
        epoch: 0,
        state,
        clockZone: null,
        signedInAt: 0,
      }),
  };
}

test('from the same network the new connection replaces the old one, whose end says nothing', () => {
  const { presence, join } = presenceAt();
  const [old, fresh] = [join('10.1.0.1'), join('10.1.99.1')];
  expect(old.line.close).toHaveBeenCalledOnce();
  expect(presence.leave(old)).toBe(false);
  expect(presence.of(1)).toEqual([fresh]);
  expect(presence.heldReason(fresh)).toBeNull();
  expect(presence.leave(fresh)).toBe(true);
});

test('a device that signs in again on its connection keeps it', () => {
  const { presence, join } = presenceAt();
  const first = join('10.1.0.1');
  const again = join('10.1.0.1', 'seen', first.line);
  expect(first.line.close).not.toHaveBeenCalled();
  expect(presence.leave(first)).toBe(false);
  expect(presence.of(1)).toEqual([again]);
});

test('from another network it is a second one; once both speak it is noted once', () => {
  const { presence, join } = presenceAt();
  const [first, second] = [join('10.1.0.1'), join('10.2.0.1')];
  expect([presence.heldReason(first), presence.heldReason(second)]).toEqual([null, 'second']);
  presence.heard(second);
  expect(presence.takeNoted().doubles).toEqual([]);
  presence.heard(first);
  presence.heard(first);
  expect(presence.takeNoted().doubles).toEqual([second]);
  expect(presence.leave(first)).toBe(false);
  expect(presence.heldReason(second)).toBeNull();
  expect(presence.takeNoted().cleared).toEqual([]);
});

test('a second one is believed, with what it stated, when the first has stated nothing more', () => {
  const { presence, join, pass } = presenceAt();
  const [first, second] = [join('10.1.0.1'), join('10.2.0.1')];
  pass(silentLinkMs);
  presence.heard(second);
  presence.review(() => true);
  expect(presence.heldReason(second)).toBe('second');
  pass(1);
  presence.review(() => true);
  expect(first.line.close).toHaveBeenCalledOnce();
  expect(presence.heldReason(second)).toBeNull();
  expect(presence.takeNoted().cleared).toEqual([{ vehicleId: 1, network: '10.2.0.0/16', since: 0 }]);
});

test('one from a network in doubt neither replaces the device nor makes it a second one, and is believed once confirmed', () => {
  const { presence, join } = presenceAt();
  const stranger = join('10.2.0.1', 'held');
  const device = join('10.1.0.1');
  expect([presence.heldReason(stranger), presence.heldReason(device)]).toEqual(['network', null]);
  expect(presence.isSignedIn(1)).toBe(true);
  expect(presence.leave(device)).toBe(true);
  expect(presence.isSignedIn(1)).toBe(false);
  presence.confirm(stranger);
  expect([presence.heldReason(stranger), presence.isSignedIn(1)]).toEqual([null, true]);
});

test('a confirmed network may be beside another one', () => {
  const { presence, join } = presenceAt();
  join('10.1.0.1');
  expect(presence.heldReason(join('10.2.0.1', 'confirmed'))).toBeNull();
});

test('those that are not let in any more are ended', () => {
  const { presence, join } = presenceAt();
  const [first, second] = [join('10.1.0.1'), join('10.2.0.1')];
  presence.review((link) => link !== first);
  expect(presence.of(1)).toEqual([second]);
  expect([first.hasEnded, second.hasEnded, presence.heldReason(second)]).toEqual([true, false, null]);
  presence.endAll(1);
  expect(presence.of(1)).toEqual([]);
});
