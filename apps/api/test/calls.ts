import type supertest from 'supertest';

export type Call = [method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, body?: object];

/** Sends the call with the agent, with a body only when the call has a body. */
export function send(agent: Pick<ReturnType<typeof supertest>, Call[0]>, [method, path, body]: Call) {
  const request = agent[method](path);
  return body ? request.send(body) : request;
}
