/**
 * The simulated world that Portolan watches: about 50 weekly services of 14 fictional carriers with some
 * 290 ships, and about 2,000 shipments at any moment with the disorder of real life in a known share of them.
 *
 * The world is a pure function of (seed, world time). Nothing is stored, so a restart, any speed and any jump
 * of the clock give the same world, event for event; caches only save work and are bounded. It is spoken to
 * over HTTP alone:
 *
 * - `/carriers/{carrierCode}/v2/events`, `/v2/events/{eventID}`, `/v2/event-subscriptions`: DCSA Track & Trace
 *   2.2, header `api-key: <carrierCode>-demo-key`. The first four carriers push; the last four are slow, fail
 *   in phases, break their JSON now and then, and throttle.
 * - `/carriers/{carrierCode}/...`: eight carriers also have interfaces of their own, as real ones do, with their authentication,
 *   tokens that end, parameters, limits and deviations from the standard; `dialects/dialects.ts` says which. Keys are
 *   `<carrierCode>-demo-<field>`, or with a tenant's code instead of `demo` for what is that tenant's; the certificate of the
 *   customer is `seeds/world-client.pem`.
 * - `/carriers/{carrierCode}/v1/vessel-schedules`, `/port-schedules`, `/point-to-point-routes`: DCSA Commercial Schedules
 *   1.0 with the same key, 12 weeks ahead; partners sell each other's sailings and know less of them.
 * - `/carriers/{carrierCode}/v1/spot-offers?placeOfReceipt=&placeOfDelivery=`: what the carrier asks today for its sailings of the next
 *   three weeks, freight and charges per equipment; `/central-bank/exchange-rates?days=`: daily fixings as CSV.
 * - `/carriers/{carrierCode}/v2/bookings`: DCSA Booking 2.0; a confirmed booking is a shipment like all others from then on.
 * - `/ft/auth/api/token`, `/ft/application/v1/query`: the aggregator, which speaks Freightower's protocol: a token for client id and
 *   secret, or a fixed key, as Bearer; one query subscribes and answers; at most 60 calls in 10 seconds of the world. Reported an
 *   address by `/ft/service/push`, it pushes what changed in what was requested, signed.
 * - `POST /carriers/TRAD`: CargoSmart's tracking; an app key in a header and the number of the customer in the question.
 * - `/terminal49/v2`, `/shipsgo/v2`, `/trackingeyes/api`: platforms that are notified of a reference once and then asked by an id, each with its
 *   keys (`{platform}-demo-{field}`), limits and pushes. `POST /{platform}/service/push` tells them where to push to.
 * - `/customs/v1/declarations?billNo=` or `?containerNo=`: the single window of customs, header `authorization: Bearer
 *   customs-demo-key`; nine countries take part, lines come late and twice.
 * - `/shippers/{tenantCode}/bookings?after=&limit=`, `/orders`, `/booking-requests`: the order systems of the tenants ALPHA, BETA and GAMMA.
 * - `/functions/echo`, `/world-time`, `/parse-arrival-notice`, `/notify-trucker`: services of a customer, to be called
 *   by function interfaces.
 * - `/sites/{carrierCode}/...`: web pages of the two carriers that have no API, one in Chinese whose layout changes, one in
 *   English; `/robot` hires robots, agents in processes of their own that take jobs from the product; one of them is unreliable.
 * - `/receivers/...`: who is notified, a mail server (at a port that `/receivers` tells) and webhook receivers; what
 *   arrived is kept and reported by `/receivers/messages`.
 * - TCP, at the port that `/world` tells: what the ships' AIS transmitters say, as receivers pass it on (NMEA 0183 with tag
 *   blocks); `/ais/recording?from=&to=` is what was received before.
 * - `/vehicles/dial`: given a port, devices of trucks connect there by TCP and report: JT/T 808 of 2011, 2013 and 2019, GT06.
 * - `/world`: seed, time, counts.
 *
 * What was planted, and which exception it should raise, stays inside for tests: see `truth.ts`.
 */
export { startSimulator } from './servers/start-simulator.ts';
export { createWorld } from './world.ts';
export type { World } from './world.ts';
export type { PlantedCause } from './disorder/causes.ts';
export { truthOf } from './ground-truth.ts';
export type { ShipmentTruth } from './ground-truth.ts';
