// The process of the mail inbox, with the arguments of maildev's command. By itself, maildev answers every `Host`
// and lets every website read its replies, so its web server gets a guard.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { isLocalRequest } from '@marquee/stripe-emulator/local-requests';

const require = createRequire(import.meta.url);
const startMaildev: () => { listen: () => void } = require('maildev');
const web: { server: Server } = require('maildev/lib/web');

/** Removes the listeners of an event and returns a function that calls them. */
function takeListeners(event: 'request' | 'upgrade'): (...args: unknown[]) => void {
  const listeners = web.server.listeners(event);
  web.server.removeAllListeners(event);
  return (...args) => {
    for (const listener of listeners) listener.apply(web.server, args);
  };
}

const maildev = startMaildev();
const answer = takeListeners('request');
web.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
  if (!isLocalRequest(request.headers)) {
    response
      .writeHead(403, { 'content-type': 'text/plain' })
      .end('The inbox answers only to this machine.\n');
    return;
  }
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    name.toLowerCase() === 'access-control-allow-origin' ? response : setHeader(name, value);
  answer(request, response);
});
const upgrade = takeListeners('upgrade');
web.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
  if (isLocalRequest(request.headers)) upgrade(request, socket, head);
  else socket.destroy();
});
maildev.listen();
