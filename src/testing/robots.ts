import type { TestClient } from './test-app.ts';

let serial = 0;

/** Environments and robots with agents, made over the wire by a signed-in administrator. */
export function testRobots(caller: TestClient) {
  /** An environment of its own, so that tests do not take each other's jobs. */
  const place = async () => {
    serial += 1;
    const { data } = await caller.call('environment.insert', { body: { environmentName: `env ${serial}` } });
    return Number(data.environmentId);
  };
  /** A robot with its agent. */
  const robotIn = async (environmentId: number, values: object = {}) => {
    serial += 1;
    const body = {
      robotName: `robot ${serial}`,
      machineType: 'WALI_ROBOT',
      environmentId: String(environmentId),
      ...values,
    };
    const { data } = await caller.call('robot.insert', { body });
    const { key } = (await caller.call('robotKey', { body: { robotId: data.robotId } })).data;
    const call = (name: Parameters<TestClient['call']>[0], sent: object) =>
      caller.call(name, { body: sent, headers: { 'api-key': key } });
    const register = async () =>
      (await call('robotRegister', { protocol: 1, agentVersion: 't', sentAt: Date.now(), host: 'h' })).data
        .session as string;
    let session = await register();
    const send = (name: Parameters<TestClient['call']>[0], rest: object = {}) => call(name, { session, ...rest });
    return {
      id: String(data.robotId),
      name: body.robotName,
      key,
      call,
      send,
      again: async () => (session = await register()),
      lease: async (limit = 1) =>
        (await send('robotLease', { most: limit })).data as { jobId: string; fence: number; work: object }[],
    };
  };
  return { place, robotIn };
}
