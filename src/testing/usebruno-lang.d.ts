declare module '@usebruno/lang' {
  /** A named value of a request; `~` in the file switches it off. */
  export type BruPair = { name: string; value: string; enabled: boolean };
  /** One request of a Bruno collection. Names are those of the library. */
  export type BruRequest = {
    meta: { name: string; type: string; seq: string };
    http: { method: string; url: string; body: string; auth: string };
    params?: (BruPair & { type: 'query' | 'path' })[];
    headers?: BruPair[];
    body?: { json?: string };
    vars?: { res?: (BruPair & { local: boolean })[] };
    assertions?: BruPair[];
    docs?: string;
  };
  type Lang = {
    jsonToBruV2(request: BruRequest): string;
    bruToJsonV2(text: string): BruRequest;
    envJsonToBruV2(environment: { variables: (BruPair & { secret: boolean })[] }): string;
    jsonToCollectionBru(collection: { headers: BruPair[]; docs?: string }): string;
    collectionBruToJson(text: string): { headers?: BruPair[] };
  };
  const lang: Lang;
  export default lang;
}
