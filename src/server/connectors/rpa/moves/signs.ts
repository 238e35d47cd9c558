/** What a word or phrase of a carrier says about a move. Several of them together decide what the move is. */
export type Sign =
  // What is done.
  | 'load'
  | 'discharge'
  | 'depart'
  | 'arrive'
  | 'berth'
  | 'gateIn'
  | 'gateOut'
  | 'pickUp'
  | 'release'
  | 'receive'
  | 'return'
  | 'deliver'
  | 'available'
  | 'stuff'
  | 'strip'
  | 'hold'
  | 'inspect'
  | 'declare'
  | 'confirm'
  | 'cancel'
  | 'issue'
  | 'onTheWay'
  | 'stay'
  // With what.
  | 'empty'
  | 'laden'
  | 'vessel'
  | 'rail'
  | 'truck'
  | 'barge'
  | 'customs'
  | 'booking'
  | 'bill'
  | 'notice'
  | 'order'
  | 'cargo'
  // Where on the way.
  | 'export'
  | 'import'
  | 'transhipment'
  | 'port'
  | 'shipper'
  | 'consignee'
  // Whether it has happened.
  | 'expected'
  | 'planned'
  | 'actual'
  | 'not';

/** Phrases with what they say, as signs separated by blanks; '' for words that add nothing. */
export type Phrases = Readonly<Record<string, string>>;
