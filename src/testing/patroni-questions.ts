/** Where a server of a cluster answers: Patroni's API, and its member of etcd. */
export type Server = { name: string; api: string; client: string };

/** Whether a server answers that it has a role. */
export const roleAnswers = async (server: Server, role: string): Promise<boolean> =>
  (await fetch(`http://${server.api}/${role}`, { signal: AbortSignal.timeout(1_000) })).status === 200;

/** The first server that answers so to the question for a role. */
export async function nodeWith(servers: readonly Server[], role: string): Promise<Server | undefined> {
  const answers = await Promise.all(servers.map((one) => roleAnswers(one, role).catch(() => false)));
  return servers[answers.indexOf(true)];
}

/** The server that is primary now. */
export const primaryOf = (servers: readonly Server[]): Promise<Server | undefined> => nodeWith(servers, 'primary');

type Standby = { application_name: string; state: string; sync_state: string };

/** The servers that follow a primary, by its own word. */
async function listFollowers(first: Server): Promise<Standby[]> {
  const answer = await fetch(`http://${first.api}/patroni`, { signal: AbortSignal.timeout(1_000) });
  const { replication = [] } = (await answer.json()) as { replication?: Standby[] };
  return replication.filter(({ state }) => state === 'streaming');
}

/** Whether all other servers follow the primary, one of them synchronously. */
export async function isWhole(servers: readonly Server[]): Promise<boolean> {
  const first = await primaryOf(servers);
  if (first === undefined) return false;
  const following = await listFollowers(first);
  return following.length === servers.length - 1 && following.some(({ sync_state: kind }) => kind === 'sync');
}

/** The servers that do not follow the primary. */
export async function listNotFollowing(servers: readonly Server[]): Promise<string[]> {
  const first = await primaryOf(servers);
  if (first === undefined) return [];
  const following = new Set((await listFollowers(first)).map((one) => one.application_name));
  return servers.filter((one) => one !== first && !following.has(one.name)).map(({ name }) => name);
}

/** Asks Patroni of a server for something; throws with what it says when it refuses. */
export async function askPatroni(
  one: Server | undefined,
  method: 'POST' | 'PATCH',
  what: string,
  body: unknown,
): Promise<void> {
  const answer = await fetch(`http://${one?.api}/${what}`, { method, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${what} was refused: ${await answer.text()}`);
}

/** The member of etcd that leads by the word of a member that answers. */
export async function etcdLeader(members: readonly Server[]): Promise<Server | undefined> {
  for (const one of members) {
    const status = await fetch(`http://${one.client}/v3/maintenance/status`, {
      method: 'POST',
      body: '{}',
      signal: AbortSignal.timeout(1_000),
    })
      .then((answer) => answer.json() as Promise<{ header: { member_id: string }; leader?: string }>)
      .catch(() => undefined);
    if (status?.leader === status?.header.member_id && status !== undefined) return one;
  }
  return undefined;
}
