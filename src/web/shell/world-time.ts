import { placeTimeStr } from '#shared/time/place-time.ts';

/** The world's clock as the server last reported it. */
export type WorldReading = { now: number; speed: number; paused: boolean };

/** The world's time now: what the server stated, moved on at the world's speed since (all in epoch milliseconds). */
export const worldNow = (world: WorldReading, receivedAtMs: number, nowMs: number): number =>
  world.paused ? world.now : world.now + Math.max(0, nowMs - receivedAtMs) * world.speed;

/** `yyyy-MM-dd HH:mm:ss` in a zone. */
export const worldTimeText = (instant: number, zone: string): string => placeTimeStr(instant, zone);
