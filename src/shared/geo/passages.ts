import { type LonLat, wrapLongitude } from './geodesy.ts';

/** A line across a strait or canal: a leg of a way that crosses it takes the passage. */
export type PassageGate = { readonly passage: string; readonly from: LonLat; readonly to: LonLat };

function side(a: LonLat, b: LonLat, p: LonLat): number {
  return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

/** Whether the straight line a-b on the chart crosses the gate, seen in the turn of the globe nearest to the gate. */
export function crossesGate(gate: PassageGate, a: LonLat, b: LonLat): boolean {
  const west = gate.from[0];
  const lonA = west + wrapLongitude(a[0] - west);
  const start: LonLat = [lonA, a[1]];
  const end: LonLat = [lonA + wrapLongitude(b[0] - a[0]), b[1]];
  return (
    side(gate.from, gate.to, start) > 0 !== side(gate.from, gate.to, end) > 0 &&
    side(start, end, gate.from) > 0 !== side(start, end, gate.to) > 0
  );
}
