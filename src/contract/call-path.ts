/**
 * Who may make a call: 'public' = anybody; 'session' = anyone who is signed in; 'admin' = administrators; a list = anyone who has one
 * of these menu codes.
 */
export type Access = 'public' | 'session' | 'admin' | readonly string[];

/** How a call is made, and who may make it. */
export type CallPath = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly access: Access;
  /** A second method on the same path: the literal GET of the specification beside our own POST. */
  readonly also?: 'GET' | 'POST';
};
