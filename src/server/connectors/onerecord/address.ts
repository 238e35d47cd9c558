/** An address that a reference may have. */
const MAX_ADDRESS = 500;
const OBJECTS = '/logistics-objects/';

/** The id in the address of a logistics object that may be called anything; events and versions behind it left out. */
export function objectIdIn(address: string): string | undefined {
  const id = /\/logistics-objects\/([\w.~-]{1,100})(?=$|[/?#])/.exec(address.slice(0, MAX_ADDRESS))?.[1];
  // Dots alone would lead to another address.
  return id === undefined || /^\.+$/.test(id) ? undefined : id;
}

/** The server of a logistics object: its address before `/logistics-objects/`; undefined: the address has no such part. */
export function serverIn(address: string): string | undefined {
  const at = address.indexOf(OBJECTS);
  return at < 0 ? undefined : address.slice(0, at);
}
