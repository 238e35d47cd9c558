export { parseFlights } from './parse-flights.ts';
export { pullFlights } from './pull-flights.ts';
